// A text of a few hundred bytes that an expression in the serving process takes for ever to read.
import { setTimeout as wait } from 'node:timers/promises'
import { defineAttack } from '../attack.ts'
import { absent, page, pagesOf } from '../pages.ts'
import { buy } from '../purchase.ts'
import { isStall, quietWaitMs, seconds, watchWaits } from '../watch.ts'
import { plainPath } from '../world.ts'

const site = pagesOf((path, socket) => {
  if (path === '/robots.txt') return absent(socket)
  page(socket, 'text/plain', `${'<!---->'.repeat(Number(path.slice(1)))}x`)
})

export default defineAttack({
  row: 'security 1',
  title: 'a page of 204 bytes, read for pay',
  own: site.own,
  async run(world) {
    const quiet = await quietWaitMs(world.url + plainPath)
    const watch = watchWaits(world.url + plainPath)
    const account = await world.payer()
    let status = 0
    for (const n of [22, 29]) {
      const reading = buy(world, `/api/read/read?url=${encodeURIComponent(`${site.origin()}/${n}`)}`, account)
      status = await Promise.race([
        reading.then(
          (answer) => answer.status,
          () => 0,
        ),
        wait(60_000, 0, { ref: false }),
      ])
    }
    const longest = watch.longestMs()
    await watch.stop()
    return {
      got: `others waited ${seconds(longest)} (${seconds(quiet)} before), the caller got ${status || 'nothing'}`,
      isHeld: !isStall(longest, quiet),
    }
  },
})
