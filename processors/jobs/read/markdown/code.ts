// Code blocks: the language that class names of the block or its wrappers tell, and a fence no content can close.
import type { PageElement } from '../html/dom.ts'

const named = /(?:^|\s)(?:language|lang|highlight-source|brush|sourceCode|highlight-text|code)[-:]\s*([a-z0-9+#.-]{1,20})/i
const bare = new Set(
  'bash c cpp csharp css diff go haskell html java javascript js json kotlin lua perl php python ruby rust scala sh shell sql swift toml ts typescript xml yaml'.split(
    ' ',
  ),
)
const longestFence = 40
const notLanguages = new Set(['block', 'toolbar', 'wrapper', 'container', 'none', 'plaintext', 'text', 'box', 'snippet', 'basic'])

export function codeLanguage(pre: PageElement): string {
  const near = [pre.querySelector('code'), pre, pre.parentElement, pre.parentElement?.parentElement]
  for (const element of near) {
    if (!element) continue
    const data = element.getAttribute('data-lang') ?? element.getAttribute('data-language')
    const found = data ?? named.exec(element.className)?.[1] ?? bareLanguage(element)
    const language = found?.toLowerCase() ?? ''
    if (/^[a-z0-9+#.-]{1,20}$/.test(language)) return notLanguages.has(language) ? '' : language
  }
  return ''
}

export function fencedCode(code: string, language: string): string {
  const longest = [...code.matchAll(/`+/g)].reduce((most, run) => Math.max(most, run[0].length), 0)
  const text = code.replace(/^\n+/, '').trimEnd()
  // A longer fence would be larger than many a page; indented code needs none.
  if (longest > longestFence) return text.replace(/^/gm, '    ')
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

export function codeText(pre: PageElement): string {
  for (const gutter of [...pre.querySelectorAll('.gutter,.line-numbers,.linenos,.lineno,button')]) gutter.remove()
  for (const line of [...pre.querySelectorAll('br')]) line.replaceWith('\n')
  return pre.textContent
}

// Some highlighters name the language alone, beside their own class names.
function bareLanguage(element: PageElement): string | undefined {
  if (element.localName !== 'pre' && element.localName !== 'code') return undefined
  return element.className
    .toLowerCase()
    .split(/\s+/)
    .find((name) => bare.has(name))
}
