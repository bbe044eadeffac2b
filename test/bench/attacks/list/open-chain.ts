// The demo chain as a web page of anywhere meets it, and as a stranger who would rather change it than use it.
import { defineAttack } from '../attack.ts'
import { askRaw } from '../raw.ts'

export default defineAttack({
  row: 'security medium 4',
  title: 'the demo chain by a web page, under another name, and by methods that change it',
  isQuick: true,
  async run({ rpcUrl }) {
    const call = async (method: string, headers: Record<string, string> = {}, params: unknown[] = []) =>
      askRaw(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    const got: string[] = []
    const asked = await call('eth_chainId', { origin: 'http://evil.example' })
    if (asked.headers.has('access-control-allow-origin')) got.push('readable by any page')
    if ((await call('eth_chainId', { host: 'evil.example' })).text.includes('"result"')) got.push('any Host')
    const simple = await askRaw(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
    })
    if (simple.text.includes('"result"')) got.push('a form may call it')
    for (const method of [
      'anvil_nodeInfo',
      'anvil_autoImpersonateAccount',
      'evm_snapshot',
      'anvil_dumpState',
      'debug_traceTransaction',
      'txpool_content',
    ]) {
      const params = method === 'anvil_autoImpersonateAccount' ? [false] : []
      if ((await call(method, {}, params)).text.includes('"result"')) got.push(method)
    }
    return { got: got.length === 0 ? 'nothing' : got.join(', '), isHeld: got.length === 0 }
  },
})
