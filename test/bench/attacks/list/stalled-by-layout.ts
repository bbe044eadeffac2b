// A PDF whose one page is a heap of words, looked at for nothing.

import { pdfDocument } from '../../../support/pdf/document.ts'
import { defineAttack } from '../attack.ts'
import { page, pagesOf } from '../pages.ts'
import { askRaw } from '../raw.ts'
import { isStall, quietWaitMs, seconds, watchWaits } from '../watch.ts'
import { plainPath } from '../world.ts'

const heap = (at: (i: number) => string) =>
  Array.from({ length: 12_000 }, (_, i) => `BT /F1 2 Tf 1 0 0 1 ${at(i)} Tm (w${i}) Tj ET\n`).join('')
const papers = [
  heap((i) => `${(i % 150) * 4} ${780 - i * 0.06}`),
  heap((i) => `${(i * 7) % 600} ${(i * 13) % 780}`),
  heap((i) => `${20 + (i % 3) * 200} ${780 - i * 0.06}`),
].map((content) => pdfDocument({ pages: [content] }))
const site = pagesOf((path, socket) => page(socket, 'application/pdf', papers[Number(path.slice(1)) % papers.length]!))

export default defineAttack({
  row: 'security 4',
  title: 'a PDF of one crowded page on the free preview and report',
  own: site.own,
  async run({ url }) {
    const quiet = await quietWaitMs(url + plainPath)
    const watch = watchWaits(url + plainPath)
    const bytes = Math.max(...papers.map(({ length }) => length))
    const statuses = new Set<number>()
    for (const route of ['preview', 'report']) {
      for (let n = 0; n < papers.length; n++) {
        const asked = `${url}/api/doc/${route}?url=${encodeURIComponent(`${site.origin()}/${n}`)}`
        statuses.add((await askRaw(asked, { localAddress: `127.0.5.${1 + n}` }).catch(() => ({ status: 0 }))).status)
      }
    }
    const longest = watch.longestMs()
    await watch.stop()
    return {
      got: `${Math.round(bytes / 1_024)} KB, others waited ${seconds(longest)} (${seconds(quiet)} before) (${[...statuses].join(' ')})`,
      isHeld: !isStall(longest, quiet),
    }
  },
})
