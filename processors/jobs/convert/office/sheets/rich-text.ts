// The text of a string item, which may be in several fonts: all of it, and without what is written in the colour of the paper.

export type RichText = { readonly text: string; readonly onPaper: string }

export interface RichTextReader {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
  take(): RichText
}

const smallestPoints = 2

export function createRichTextReader(): RichTextReader {
  let [all, onPaper] = ['', '']
  let [isText, isSpoken, isUnseen] = [false, false, false]
  return {
    open(name, a) {
      if (name === 'r') isUnseen = false
      else if (name === 'rPh') isSpoken = true
      else if (name === 'color') isUnseen ||= isPaper(a)
      else if (name === 'sz') isUnseen ||= Number(a.val ?? 11) < smallestPoints
      isText = name === 't'
    },
    text(text) {
      if (!isText || isSpoken) return
      all += text
      if (!isUnseen) onPaper += text
    },
    close(name) {
      isText = false
      if (name === 'rPh') isSpoken = false
      else if (name === 'r') isUnseen = false
    },
    take() {
      const taken = { text: all, onPaper }
      ;[all, onPaper] = ['', '']
      return taken
    },
  }
}

function isPaper({ rgb, theme, tint, indexed }: Record<string, string>): boolean {
  if (rgb !== undefined) return /^(?:..)?ffffff$/i.test(rgb)
  return (theme === '0' && Number(tint ?? 0) === 0) || indexed === '1' || indexed === '9'
}
