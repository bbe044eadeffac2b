// Single shapes of HTML and the Markdown they must become.
import { describe, expect, it } from 'vitest'
import { convert } from '../../../processors/jobs/read/convert.ts'

function markdownOf(body: string, url = 'https://a.example.com/x/y', images: 'inline' | 'none' = 'inline'): string {
  const bytes = Buffer.from(`<!doctype html><html><body><main>${body}</main></body></html>`)
  return convert({
    kind: 'html',
    bytes,
    contentType: 'text/html; charset=utf-8',
    url,
    maxChars: 60_000,
    format: 'markdown',
    links: 'inline',
    images,
  }).markdown
}

describe('tables', () => {
  it.each([
    ['a plain one', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['one without a header', '<table><tr><td>a<td>b<tr><td>1<td>2</table>', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    [
      'ragged rows',
      '<table><tr><th>a<th>b<th>c<tr><td>1<tr><td>1<td>2<td>3<td>4</table>',
      '| a | b | c |  |\n| --- | --- | --- | --- |\n| 1 |  |  |  |\n| 1 | 2 | 3 | 4 |',
    ],
    [
      'a row span',
      '<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |',
    ],
    ['a pipe and a break', '<table><tr><th>a<th>b<tr><td>x|y<td>1<br>2</table>', '| a | b |\n| --- | --- |\n| x\\|y | 1<br>2 |'],
    ['alignment', '<table><tr><th align=right>a<th align=center>b<tr><td>1<td>2</table>', '| a | b |\n| --: | :-: |\n| 1 | 2 |'],
    [
      'a caption',
      '<table><caption>Cap *1*</caption><tr><th>a<th>b<tr><td>1<td>2</table>',
      'Cap \\*1\\*\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'a footer before its body',
      '<table><thead><tr><th>a<th>b</thead><tfoot><tr><td>s<td>t</tfoot><tbody><tr><td>1<td>2</tbody></table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| s | t |',
    ],
    ['layout', '<table><tr><td><h2>T</h2><p>one</p><td>two<tr><td>three<td>four</table>', '## T\n\none\n\ntwo\n\nthree\n\nfour'],
    [
      'a table in a layout',
      '<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table></table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['an absurd span', '<table><tr><th>a<th>b<tr><td colspan=99999>1</table>', null],
  ])('writes %s', (_name, html, expected) => {
    const markdown = markdownOf(html)
    if (expected !== null) return expect(markdown).toBe(expected)
    const widths = markdown.split('\n').map((line) => line.split('|').length)
    expect(new Set(widths).size).toBe(1)
    expect(widths[0]).toBeLessThanOrEqual(62)
  })
})

describe('code', () => {
  it.each([
    ['<pre><code class="language-rust">fn x() {}\n  y</code></pre>', '```rust\nfn x() {}\n  y\n```'],
    ['<div class="highlight-source-python"><pre>a = 1</pre></div>', '```python\na = 1\n```'],
    ['<pre class="brush: sql;">select 1</pre>', '```sql\nselect 1\n```'],
    ['<pre data-lang="go">x</pre>', '```go\nx\n```'],
    ['<pre class="hljs json">{}</pre>', '```json\n{}\n```'],
    ['<pre>a\n\n\n\nb</pre>', '```\na\n\n\n\nb\n```'],
    ['<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    ['<pre>a<br>b</pre>', '```\na\nb\n```'],
    ['<p>use <code>a|b</code></p>', 'use `a|b`'],
    ['<pre class="language-&quot;onload">x</pre>', '```\nx\n```'],
  ])('%s', (html, expected) => expect(markdownOf(html)).toBe(expected))
})

describe('lists, quotes and marks', () => {
  it.each([
    ['<ul><li>a<ul><li>b<ol><li>c<li>d</ol></ul><li>e</ul>', '- a\n  - b\n    1. c\n    2. d\n- e'],
    ['<ol start=9><li>a<li>b</ol>', '9. a\n10. b'],
    ['<ul><li><p>a</p><p>b</p></li><li><pre>c</pre></li></ul>', '- a\n\n  b\n- ```\n  c\n  ```'],
    ['<blockquote>a<blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
    ['<p><del>a</del> x<sup>2</sup> H<sub>2</sub>O</p>', '~~a~~ x<sup>2</sup> H<sub>2</sub>O'],
    ['<div class="admonition note"><p class="admonition-title">Note</p><p>b</p></div>', '> **Note**\n>\n> b'],
    ['<dl><dt>t<dd>d</dl>', '**t**\n: d'],
    ['<details><summary>s</summary>b</details>', '**s**\n\nb'],
    ['<p>a<br>b</p><hr><p>c</p>', 'a  \nb\n\n---\n\nc'],
    ['<p>1. not a list *no* [x] _y_ # z</p>', '1\\. not a list \\*no\\* \\[x\\] \\_y\\_ # z'],
    ['<math alttext="x^2"><mi>x</mi></math>', '$x^2$'],
  ])('%s', (html, expected) => expect(markdownOf(html)).toBe(expected))
})

describe('links and images', () => {
  it.each([
    ['<a href="z?q=1&amp;r=2">t</a>', '[t](https://a.example.com/x/z?q=1&r=2)'],
    ['<a href="//b.example.com/p(1)">t</a>', '[t](https://b.example.com/p%281%29)'],
    ['<a href="javascript:alert(1)">t</a>', 't'],
    ['<a href=" java&#10;script:alert(1)">t</a>', 't'],
    ['<a href="data:text/html,x">t</a>', 't'],
    ['<a href="vbscript:x">t</a><a href="file:///etc/passwd">u</a>', 'tu'],
    ['<a href="#part">t</a>', 't'],
    ['<a href="https://user:pw@b.example.com/">t</a>', '[t](https://b.example.com/)'],
    ['<a href="mailto:a@b.example.com">t</a>', '[t](mailto:a@b.example.com)'],
    ['<img src="/i.png" alt="A  b">', '![A b](https://a.example.com/i.png)'],
    ['<img src="/i.png" alt="A](javascript:1) ![B">', '![A (javascript:1) ! B](https://a.example.com/i.png)'],
    ['<p>x<img src="/i.png"><img src="data:image/png;base64,AA" alt="d"><img src="/p.gif" alt="p" width=1 height=1></p>', 'x'],
    ['<img src="data:," data-src="/lazy.png" alt="l">', '![l](https://a.example.com/lazy.png)'],
  ])('%s', (html, expected) => expect(markdownOf(html)).toBe(expected))

  it('shows no picture from a stranger’s host unless asked: its description stands in its place', () => {
    const page = '<p>a <img src="/i.png" alt="A  [b]"> c</p><p><a href="/z"><img src="/j.png" alt="linked"></a></p>'
    expect(markdownOf(page, undefined, 'none')).toBe('a A b c\n\n[linked](https://a.example.com/z)')
  })

  it('heeds <base>, unless it leads out of the web', () => {
    const page = (base: string) => `<html><head><base href="${base}"></head><body><main><a href="z">t</a></main></body></html>`
    const options = {
      kind: 'html',
      contentType: 'text/html',
      url: 'https://a.example.com/',
      maxChars: 500,
      format: 'markdown',
      links: 'inline',
    } as const
    expect(convert({ ...options, bytes: Buffer.from(page('https://c.example.com/d/')) }).markdown).toBe(
      '[t](https://c.example.com/d/z)',
    )
    expect(convert({ ...options, bytes: Buffer.from(page('javascript:x')) }).markdown).toBe('[t](https://a.example.com/z)')
  })
})

describe('what is not shown', () => {
  it.each([
    '<p hidden>no</p>',
    '<p aria-hidden="true">no</p>',
    '<p style="DISPLAY : none">no</p>',
    '<p style="visibility:hidden">no</p>',
    '<p style="font-size:0px">no</p>',
    '<p style="opacity:0">no</p>',
    '<p style="position:absolute;left:-9999px">no</p>',
    '<style>.x{display:none}</style><p class="a x">no</p>',
    '<style>/* .y{} */ #x , .z { visibility : hidden }</style><p id="x">no</p>',
    '<style>.x{position:absolute;text-indent:-5000px}</style><div class="x"><p>no</p></div>',
    '<script>no</script><style>no</style><template>no</template><noscript>no</noscript>',
    '<svg><text>no</text></svg><iframe>no</iframe><object>no</object>',
    '<!-- no --><button>no</button><textarea>no</textarea><select><option>no</select>',
    '<nav>no</nav><div role="navigation">no</div><div class="sidebar">no</div><aside>no</aside>',
    '<div class="cookie-consent">no</div><ul class="breadcrumbs"><li>no</ul><div id="comments">no</div>',
  ])('%s', (html) => {
    const text = 'A page needs some words of its own. '.repeat(20)
    expect(markdownOf(`<p>${text}</p>${html}<p>end</p>`)).toBe(`${text.trim()}\n\nend`)
  })

  it.each([
    '<style>@media print{.x{display:none}}</style><p class="x">yes</p>',
    '<style>.js .x{display:none}</style><p class="x">yes</p>',
  ])('keeps what only some readers would not see: %s', (html) => expect(markdownOf(html)).toBe('yes'))

  it('takes out controls, zero-width and direction marks, tags, and keeps emoji and joiners', () => {
    expect(markdownOf('<p>a\u200bb\u202ec\u2066d\u00ade\ufefff&#7;g\u009bh\u{e0041}i</p>')).toBe('abcdefghi')
    expect(markdownOf('<p>👩\u200d👧 ❤\ufe0f می\u200cخواهم</p>')).toBe('👩\u200d👧 ❤\ufe0f می\u200cخواهم')
  })

  it('does not let a page hand in finished Markdown', () => {
    expect(markdownOf('<pre data-ready-markdown="">[x](javascript:1)</pre>')).toBe('```\n[x](javascript:1)\n```')
  })
})
