// Text that runs from right to left comes out as it is read: letters, words, rows and columns, with numbers and names left whole.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { asRead, asReadAmong, wordsAsRead } from '../../../processors/jobs/convert/layout/direction.ts'
import { parseWords } from '../../../processors/jobs/convert/poppler/words.ts'
import { type BackwardsRow, backwardsPdf } from '../../support/pdf/backwards.ts'

const read = async (rows: readonly BackwardsRow[]) =>
  (await convertPdf(backwardsPdf(rows), { summarize: false, style: 'faithful' })).markdown
// Only letters and blanks: then the printed row is the read one backwards.
const printed = (text: string) => [...text].reverse().join('')
const words = (text: string) => text.split(' ').map((word) => ({ text: word }))

describe('a page', () => {
  test('in Hebrew, with a heading, a number and a name in it', async () => {
    const markdown = await read([
      { x: 540, y: 90, printed: printed('כותרת הדוח הגדול'), size: 22 },
      { x: 540, y: 130, printed: printed('שלום עולם זה מסמך ארוך על מחירים בשוק') },
      { x: 540, y: 144, printed: 'הנחבאש ריחמה הלע 2024 תנשב יכ רפסמ אוהו' },
      { x: 540, y: 158, printed: '.םוי לכב Market Daily ןותעב רפוסש יפכ ,(ףוסה דע) הרק ךכ' },
    ])
    expect(markdown).toBe(
      [
        '# כותרת הדוח הגדול\n',
        'שלום עולם זה מסמך ארוך על מחירים בשוק',
        'והוא מספר כי בשנת 2024 עלה המחיר שאבחנה',
        'כך קרה (עד הסוף), כפי שסופר בעתון Market Daily בכל יום.',
      ].join('\n'),
    )
  })

  test('in two columns, the right one first', async () => {
    const side = (x: number, letter: string) =>
      Array.from({ length: 12 }, (_, i) => ({
        x,
        y: 120 + 14 * i,
        printed: printed(`${letter.repeat(4)} מילים בטור אחד ארוך למדי`),
      }))
    const markdown = await read([...side(290, 'ב'), ...side(560, 'א')])
    expect(markdown.lastIndexOf('אאאא')).toBeLessThan(markdown.indexOf('בבבב'))
    expect(markdown.indexOf('אאאא')).toBe(0)
  })

  test('in Arabic whose glyphs are named by their shapes', async () => {
    // Shapes of "salam": seen, the ligature of lam and alef, and meem.
    expect(await read([{ x: 540, y: 100, printed: 'ﻡﻼﺳ' }])).toBe('سلام')
  })
})

describe('a word', () => {
  test.each([
    ['עולם', printed('עולם')],
    ['ב-2024', '2024-ב'],
    ['(סוף)', '(ףוס)'],
    ['הסוף.', '.ףוסה'],
    ['شَ', 'شَ'],
  ])('%s', (asItIsRead, asItIsPrinted) => {
    expect(asRead(asItIsPrinted)).toBe(asItIsRead)
  })

  test.each(['plain', '(2024)', 'naïve', '٢٠٢٤', ''])('%j is left alone', (word) => {
    expect(asRead(word)).toBe(word)
  })
})

describe('a row', () => {
  const order = (text: string) => wordsAsRead(words(text)).map((word) => word.text)
  test.each([
    ['all of the script', 'ג ב א', 'א ב ג'],
    ['with a number', 'ג 12 א', 'א 12 ג'],
    ['with a name of two words', 'ד ג New York ב א', 'א ב New York ג ד'],
    ['of another script with a phrase in it', 'They said ב א aloud', 'They said א ב aloud'],
    ['of another script', 'They said 12 words', 'They said 12 words'],
  ])('%s', (_what, from, to) => {
    expect(order(from)).toEqual(to.split(' '))
  })
})

describe('signs in a row that runs from right to left', () => {
  test.each([
    ['.1948', '1948.'],
    [',)1948(', '(1948),'],
    [')%12.5(', '(12.5%)'],
    ['12.5%', '12.5%'],
    ['(', '('],
    [')%', '%)'],
    ['.PDF', '.PDF'],
  ])('%s', (printed, read) => expect(asReadAmong(printed)).toBe(read))

  test('brackets whose codes are those of their meaning, and of their shape', () => {
    expect(asRead(')ינב')).toBe('בני)')
    expect(asRead(']םיוושו[')).toBe('[ושווים]')
    expect(asRead('[םיוושו]')).toBe('[ושווים]')
  })

  test('a figure alone on its line, as in a cell: on a page of that script its sign or bracket was printed on the other side', () => {
    const line = (text: string, y: number) =>
      `<line xMin="10" yMin="${y}" xMax="90" yMax="${y + 10}"><word xMin="10" yMin="${y}" xMax="90" yMax="${y + 10}">${text}</word></line>`
    const read = (texts: readonly string[]) => {
      const lines = texts.map((text, i) => line(text, 20 * i)).join('')
      const [page] = parseWords(`<page width="200" height="400"><flow><block>${lines}</block></flow></page>`, 1)
      return page!.words.map(({ text }) => text)
    }
    const figures = ['5.2-', ')12.5(', '3%+', '10-20', '-7', '$1,200', 'A-']
    expect(read(['חוור', 'םינש', ...figures]).slice(2)).toEqual(['-5.2', '(12.5)', '+3%', '10-20', '-7', '$1,200', 'A-'])
    expect(read(['Profit', ...figures]).slice(1)).toEqual(figures)
  })
})

test('lam and alef given the wrong way round are mended where another word of the file shows that they are', () => {
  const page = (...shown: string[]) =>
    parseWords(
      `<page width="600" height="800">${shown.map((s) => `<word xMin="1" yMin="1" xMax="9" yMax="9">${printed(s)}</word>`).join('')}</page>`,
      1,
    )[0]!.words.map(({ text }) => text)
  const given = ['المشكالت', 'خالل', 'وال', 'وقالت', 'المال', 'تحليالت.']
  expect(page('اإلنتاجية', ...given)).toEqual(['الإنتاجية', 'المشكلات', 'خلال', 'ولا', 'وقالت', 'المال', 'تحليلات.'])
  expect(page('الإنتاجية', ...given)).toEqual(['الإنتاجية', ...given])
})
