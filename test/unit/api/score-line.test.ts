// A score's past as a line: drawn of what there is, and of nothing that is no number or no time.
import { expect, test } from 'vitest'
import { writeHtml } from '../../../api/console/html.ts'
import { drawScores } from '../../../api/console/view/line.ts'
import fc from '../../support/chance.ts'

const day = (n: number) => new Date(Date.UTC(2026, 10, n)).toISOString()

test('of one version there is no line', () => {
  expect(drawScores([])).toBeNull()
  expect(drawScores([{ at: day(1), score: 5 }])).toBeNull()
  expect(
    drawScores([
      { at: day(1), score: 5 },
      { at: 'never', score: 6 },
      { at: day(2), score: Number.NaN },
    ]),
  ).toBeNull()
})

test('a row holds until the next: the line goes in steps', () => {
  const html = writeHtml(
    drawScores([
      { at: day(1), score: 0 },
      { at: day(2), score: 10 },
      { at: day(3), score: 5 },
    ])!,
  )
  expect(html).toContain('d="M44 86H179V10H314V48"')
})

test('scores as near each other as numbers can be are drawn', () => {
  const line = drawScores([5.4e-323, 6e-323].map((score, i) => ({ at: day(i + 1), score })))
  expect(writeHtml(line!)).toContain('d="M44 48H314V48"')
})

test('whatever the scores and times, it stays within its frame', () => {
  const one = fc.record({
    at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((at) => at.toISOString()),
    score: fc.double(),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 60 }), (points) => {
      const line = drawScores(points)
      if (line === null) return
      const html = writeHtml(line)
      expect(html).not.toMatch(/NaN|Infinity/)
      for (const [, cx, cy] of html.matchAll(/cx="([^"]+)" cy="([^"]+)"/g)) {
        expect(Number(cx)).toBeGreaterThanOrEqual(44)
        expect(Number(cx)).toBeLessThanOrEqual(314)
        expect(Number(cy)).toBeGreaterThanOrEqual(10)
        expect(Number(cy)).toBeLessThanOrEqual(86)
      }
    }),
  )
})
