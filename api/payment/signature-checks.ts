// Asks another thread who signed an authorization: that costs more than all else a paid call does, and the event loop is busy.
import type { Logger } from 'pino'
import { createBatcher } from '../../db/batcher.ts'
import { isSigned, type SignedAuthorization } from './signature.ts'
import { startSignatureThread } from './signature-thread.ts'

export interface SignatureChecks {
  /** Whether its `from` has signed it, in the one canonical spelling. */
  isSigned(signed: SignedAuthorization): Promise<boolean>
  close(): Promise<void>
}

/** On this thread, for whoever checks but a few. */
export const checksHere: SignatureChecks = {
  isSigned: async (signed) => isSigned(signed),
  close: async () => undefined,
}

/** A thread that dies costs nothing but speed: this one takes over. */
export function startSignatureChecks(logger: Logger, start = startSignatureThread): SignatureChecks {
  const thread = start(logger)
  const here = (signed: readonly SignedAuthorization[]) => signed.map(isSigned)
  const check = (signed: readonly SignedAuthorization[]) => thread.ask(signed).catch(() => here(signed))
  return {
    // Small, so that the first of many need not wait for the last.
    isSigned: createBatcher(check, { maxUnderWay: 2, maxItems: 8 }),
    close: () => thread.close(),
  }
}
