// Keys that are wrong in the ways a person gets them wrong: does the start print them for whoever reads its log?
import { defineAttack } from '../attack.ts'

const key = `${'c4a7'.repeat(15)}9f3e`
const token = 'canary77d0e1f2a3'
const live = {
  WORLD: 'live',
  PAY_TO: '0x00000000000000000000000000000000000000a1',
  RPC_URL_8453: 'http://127.0.0.1:9',
  LOG_LEVEL: 'trace',
}
const mistakes: Record<string, Record<string, string>> = {
  'a key without 0x': { ...live, SETTLE_KEY: key },
  'a key with a blank': { ...live, SETTLE_KEY: `0x${key} ` },
  'a wallet key with a blank': { ...live, WALLET_KEY: `0x${key} `, SETTLE_KEY: 'no' },
  'a facilitator with its key': { ...live, FACILITATOR_URL: `ftp://me:${token}@facilitator.invalid/${token}` },
  'a model with its key': { ...live, SETTLE_KEY: 'no', MODEL_URL: `ftp://me:${token}@model.invalid/${token}` },
}

export default defineAttack({
  row: 'payments 6',
  title: 'wrong settings that hold a secret',
  async start(run) {
    const shown: string[] = []
    for (const [what, env] of Object.entries(mistakes)) {
      const { output } = await run(env)
      if (output.includes(key) || output.includes(token)) shown.push(what)
    }
    return { got: shown.length === 0 ? 'no secret' : `in the log: ${shown.join(', ')}`, isHeld: shown.length === 0 }
  },
})
