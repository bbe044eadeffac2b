// The other thread's side of signature checks: a list of signed authorizations in, a list of yes and no out.
import { parentPort } from 'node:worker_threads'
import { isSigned, type SignedAuthorization } from './signature.ts'

type Message = { readonly id: number; readonly signed: string } | 'close'

parentPort!.on('message', (message: Message) => {
  if (message === 'close') return parentPort!.close()
  const { id, signed } = message
  const answers = (JSON.parse(signed) as SignedAuthorization[]).map(isSigned)
  parentPort!.postMessage({ id, answers })
})
