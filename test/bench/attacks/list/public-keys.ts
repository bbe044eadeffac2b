// The live world started with keys that everybody knows, with nobody to pay, or with a token sent in the clear.
import { defineAttack } from '../attack.ts'

const publicKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const payTo = '0x00000000000000000000000000000000000000a1'
const live = {
  WORLD: 'live',
  ONLY_SOURCES: 'eia-930',
  RPC_URL_8453: 'http://127.0.0.1:9',
  PAY_NETWORKS: 'base',
  LOG_LEVEL: 'warn',
}
const starts: Record<string, Record<string, string>> = {
  'a public key settles': { ...live, PAY_TO: payTo, SETTLE_KEY: publicKey },
  'the zero address is paid': {
    ...live,
    PAY_TO: '0x0000000000000000000000000000000000000000',
    SETTLE_KEY: `0x${'c4a7'.repeat(16)}`,
  },
  'a token over plain http': {
    ...live,
    PAY_TO: payTo,
    FACILITATOR_URL: 'http://facilitator.invalid',
    FACILITATOR_TOKEN: 'secret',
  },
}

export default defineAttack({
  row: 'payments 13',
  title: 'the live world with public keys, the zero address, a token over http',
  async start(run) {
    const accepted: string[] = []
    for (const [what, env] of Object.entries(starts)) if ((await run(env)).listens) accepted.push(what)
    return { got: accepted.length === 0 ? 'no start' : `it sells: ${accepted.join(', ')}`, isHeld: accepted.length === 0 }
  },
})
