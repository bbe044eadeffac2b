// Prices asked for under Hosts of 15 KB, another one each time, on every route: what does the process keep of them?
import { defineAttack } from '../attack.ts'
import { askRaw } from '../raw.ts'

const hostsPerRoute = 64
const atOnce = 16

export default defineAttack({
  row: 'payments 9',
  title: `${hostsPerRoute} long Hosts on each route`,
  own: {},
  async run({ url, rssMb }) {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      methods.get === undefined ? [] : [path.replace(/\{[^}]+\}/g, 'x')],
    )
    const ask = async (hostOf: (n: number) => string) => {
      const tries = Array.from({ length: hostsPerRoute }, (_, n) => routes.map((path) => ({ path, n }))).flat()
      let asked = 0
      const work = async () => {
        for (let one = tries.pop(); one !== undefined; one = tries.pop()) {
          const localAddress = `127.0.1.${1 + (asked % 200)}`
          await askRaw(url + one.path, { headers: { host: hostOf(one.n) }, localAddress }).catch(() => undefined)
          asked += 1
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      return asked
    }
    // What a process takes to answer as often at all is not what it keeps of a name.
    await ask(() => 'localhost')
    const before = rssMb()
    const asked = await ask((n) => `${n}-${'h'.repeat(14_000)}.localhost`)
    const grown = rssMb() - before
    return { got: `${asked} requests, ${grown.toFixed(0)} MB kept`, isHeld: grown < 120 }
  },
})
