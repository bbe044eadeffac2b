// The other thread's side of signature checks: a list of signed authorizations in, a list of yes and no out.
import { parentPort } from 'node:worker_threads'
import { isSigned, type SignedAuthorization } from './signature.ts'

parentPort!.on('message', ({ id, signed }: { id: number; signed: string }) => {
  const answers = (JSON.parse(signed) as SignedAuthorization[]).map(isSigned)
  parentPort!.postMessage({ id, answers })
})
