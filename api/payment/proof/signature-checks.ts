// Asks another thread who signed an authorization: that costs more than any other step of a paid call, and the event loop is busy.
import type { Logger } from 'pino'
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

/** A thread that dies, or cannot keep up, costs nothing but speed: this one takes over. */
export function startSignatureChecks(logger: Logger, start = startSignatureThread): SignatureChecks {
  const thread = start(logger)
  return {
    isSigned: (signed) => thread.ask(signed).catch(() => isSigned(signed)),
    close: () => thread.close(),
  }
}
