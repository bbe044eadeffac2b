// Robots rules of 512 KB, every one full of wildcards, for a path of 2,000 characters.
import { defineAttack } from '../attack.ts'
import { page, pagesOf } from '../pages.ts'
import { buy } from '../purchase.ts'
import { isStall, quietWaitMs, seconds, watchWaits } from '../watch.ts'
import { plainPath } from '../world.ts'

const rules = `User-agent: *\n${`Allow: /${'*a'.repeat(240)}b\n`.repeat(1_050)}`
const stars = `User-agent: *\nAllow: /${'*'.repeat(510_000)}b\n`
const words = 'Plain words. '.repeat(60)
const site = pagesOf((path, socket) => {
  if (path === '/robots.txt') return page(socket, 'text/plain', robots)
  page(socket, 'text/html', `<html><body><main><p>${words}</p></main></body></html>`)
})
let robots = rules

export default defineAttack({
  row: 'security 3',
  title: 'robots rules of 512 KB for a long path, eight reads at once',
  own: site.own,
  async run(world) {
    const quiet = await quietWaitMs(world.url + plainPath)
    const account = await world.payer()
    let longest = 0
    for (const kind of [rules, stars]) {
      robots = kind
      const watch = watchWaits(world.url + plainPath)
      const read = (n: number) =>
        buy(world, `/api/read/read?url=${encodeURIComponent(`${site.origin()}/${n}${'a'.repeat(1_900)}`)}`, account)
      await Promise.all(Array.from({ length: 8 }, (_, n) => read(n).catch(() => undefined)))
      longest = Math.max(longest, watch.longestMs())
      await watch.stop()
    }
    return { got: `others waited ${seconds(longest)} (${seconds(quiet)} before)`, isHeld: !isStall(longest, quiet) }
  },
})
