// Markdown's words without its marks, for callers that want text only.

// Every repetition is bounded, so that text full of unclosed marks stays linear.
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/^ {0,3}`{3,}.*$/gm, '')
    .replace(/!\[([^\]]{0,500})\]\([^)]{0,4000}\)/g, '$1')
    .replace(/\[((?:\\.|[^\]\\]){0,500})\]\([^)]{0,4000}\)/g, '$1')
    .replace(/^ {0,3}#{1,6} +/gm, '')
    .replace(/^(?:> ?)+/gm, '')
    .replace(/^\| ?(?:(?:---|:--|--:|:-:) ?\| ?)+$/gm, '')
    .replace(/^\| (.*) \|$/gm, (_, cells: string) => cells.replaceAll(' | ', '\t'))
    .replace(/<\/?(?:sup|sub)>/g, '')
    .replaceAll('<br>', '; ')
    .replace(/(\*\*|~~)(?=\S)([^\n]{0,500}?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{0,500}\S)\*(?![\w*])/g, '$1')
    .replace(/(?<!`)`([^`\n]{1,500})`(?!`)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!~|<>-])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
