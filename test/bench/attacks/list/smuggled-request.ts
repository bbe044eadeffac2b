// Requests whose end two readers could see differently, and requests behind each other in one breath: one payment, how many answers?
import { defineAttack } from '../attack.ts'
import { sign } from '../payment.ts'
import { speak } from '../raw.ts'
import { plainPath } from '../world.ts'

export default defineAttack({
  row: 'own 5',
  title: 'lengths that disagree, headers twice, five requests in one breath',
  isQuick: true,
  async run({ url, payer, terms, headers, income }) {
    const account = await payer()
    const { host } = new URL(url)
    const paid = async () =>
      Object.entries(headers(await sign(terms, account)))
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')
    const start = (more: string) => `GET ${plainPath} HTTP/1.1\r\nhost: ${host}\r\n${more}`
    const got: string[] = []
    const count = (text: string) => text.split('"signal":').length - 1
    const hidden = `${start(await paid())}\r\n`
    const disagreeing = [
      `content-length: ${hidden.length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      `transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
      `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
      `content-length: 0\r\ncontent-length: 5\r\n\r\n${hidden}`,
      `content-length: +0\r\n\r\n${hidden}`,
      `x: y\r\n folded\r\ncontent-length: 0x0\r\n\r\n${hidden}`,
      `x: \u0000\r\n\r\n${hidden}`,
    ]
    for (const [n, rest] of disagreeing.entries()) {
      const heard = await speak(url, start(rest), 700)
      if (count(heard) > 0 || (!/^HTTP\/1\.1 4/.test(heard) && heard !== '')) got.push(`form ${n}: ${heard.slice(0, 20)}`)
    }
    const before = await income()
    const one = `${start(await paid())}\r\n`
    const answers = count(await speak(url, one.repeat(5), 3_000))
    const charged = Number(((await income()) - before) / BigInt(terms.amount))
    if (answers !== charged || answers > 1) got.push(`${answers} answers for ${charged} price in one breath`)
    const twice = await speak(url, `${start(await paid())}${await paid()}\r\n`, 1_500)
    if (count(twice) > 0) got.push('two payments in two headers of one name')
    return { got: got.length === 0 ? 'refused; one answer for one price' : got.join(', '), isHeld: got.length === 0 }
  },
})
