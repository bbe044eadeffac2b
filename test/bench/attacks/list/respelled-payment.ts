// A payment that was answered, spelled anew: case, leading noughts, other paths to the same route, other methods.
import type { Hex } from 'viem'
import { defineAttack } from '../attack.ts'
import { sign } from '../payment.ts'
import { askRaw } from '../raw.ts'
import { plainPath } from '../world.ts'

const upper = (hex: string): Hex => `0x${hex.slice(2).toUpperCase()}`
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export default defineAttack({
  row: 'own 2',
  title: 'an answered payment spelled anew: letters, numbers, signature, path, method',
  isQuick: true,
  async run({ url, payer, terms, headers, get, income }) {
    const signed = await sign(terms, await payer())
    const { authorization: a, signature } = signed
    const first = await get(headers(signed))
    const s = order - BigInt(`0x${signature.slice(66, 130)}`)
    const mirrored: Hex = `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`
    const payloads = [
      { signature, authorization: { ...a, nonce: upper(a.nonce) } },
      { signature, authorization: { ...a, from: upper(a.from) } },
      { signature, authorization: { ...a, to: upper(a.to) } },
      { signature: upper(signature), authorization: a },
      { signature, authorization: { ...a, value: `0${a.value}` } },
      { signature, authorization: { ...a, validAfter: '00' } },
      { signature, authorization: { ...a, validBefore: ` ${a.validBefore}` } },
      { signature: mirrored, authorization: a },
    ]
    const again = await Promise.all(payloads.map((payload) => get(headers(payload))))
    const leaf = plainPath.split('/').at(-1)!
    const paths = [
      `${plainPath}/`,
      `/${plainPath}`,
      `${plainPath}?`,
      `${plainPath}?a=1`,
      plainPath.replace('rates', '%72ates'),
      plainPath.replace('rates', '%2572ates'),
    ]
    const others = [
      `${plainPath}#x`,
      `${plainPath};x`,
      plainPath.toUpperCase(),
      `/api/x/../rates/${leaf}`,
      `${plainPath}%00`,
      `${plainPath}\\`,
    ]
    for (const path of [...paths, ...others])
      again.push(
        await askRaw(url, { headers: headers(signed), path }).catch(() => ({ status: 0, headers: new Headers(), text: '' })),
      )
    for (const method of ['HEAD', 'POST', 'OPTIONS', 'PUT', 'QUERY', 'PATCH'])
      again.push(
        await askRaw(url + plainPath, { method, headers: headers(signed) }).catch(() => ({
          status: 0,
          headers: new Headers(),
          text: '',
        })),
      )
    const stolen = again.filter(({ status, text }) => status === 200 && text.includes('"signal"')).length
    const paid = Number((await income()) / BigInt(terms.amount))
    return { got: `${stolen} of ${again.length} more answers (the first ${first.status})`, isHeld: stolen === 0 && paid === 1 }
  },
})
