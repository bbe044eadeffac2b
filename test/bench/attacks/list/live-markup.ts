// A page whose words turn into markup once they are Markdown: what reaches whoever shows the answer in a browser?
import { defineAttack } from '../attack.ts'
import { absent, page, pagesOf } from '../pages.ts'
import { buy } from '../purchase.ts'

const words = 'Plain words of a page that is long enough to be one, as pages are that people write for others to read. '.repeat(8)
const body = `<html><head><title>T</title></head><body><main><h1>Title</h1><p>${words}</p>
<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(2)&gt; &lt;javascript:alert(3)&gt;</p>
<p><a href="javascript:alert(4)">a</a> <a href="JaVaScRiPt&colon;alert(5)">b</a> <a href="data:text/html,x">c</a></p><p>${words}</p></main></body></html>`
const site = pagesOf((path, socket) => (path === '/robots.txt' ? absent(socket) : page(socket, 'text/html', body)))

export default defineAttack({
  row: 'security medium 2',
  title: 'a page whose words become live markup',
  own: site.own,
  async run(world) {
    const bought = await buy(world, `/api/read/read?url=${encodeURIComponent(`${site.origin()}/page`)}`, await world.payer())
    if (bought.status !== 200) throw new Error(`the page was not read: ${bought.status} ${bought.text.slice(0, 300)}`)
    const markdown = stringsOf(JSON.parse(bought.text))
    const live = [/(?<!\\)<script/i, /(?<!\\)<img/i, /(?<!\\)<javascript:/i, /\]\(\s*<?javascript:/i, /\]\(\s*<?data:/i]
    const found = live.filter((pattern) => pattern.test(markdown)).length
    return { got: `${found} of ${live.length} kinds live`, isHeld: found === 0 }
  },
})

// Wherever the answer keeps its text.
function stringsOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(stringsOf).join('\n') : ''
}
