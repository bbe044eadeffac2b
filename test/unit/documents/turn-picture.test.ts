// A grey picture turned by quarters: each pixel goes where a person turning the sheet would see it.
import { expect, test } from 'vitest'
import { turnPicture } from '../../../processors/jobs/convert/ocr/turn-picture.ts'

const pgm = (size: string, pixels: string) => Buffer.from(`P5\n${size}\n255\n${pixels}`)

test.each([
  [0, '3 2', 'abcdef'],
  [90, '2 3', 'daebfc'],
  [180, '3 2', 'fedcba'],
  [270, '2 3', 'cfbead'],
] as const)('by %i degrees clockwise', (by, size, pixels) => {
  expect(turnPicture(pgm('3 2', 'abcdef'), by)).toEqual(pgm(size, pixels))
})

test('what is cut short or no such picture is not turned', () => {
  expect(turnPicture(pgm('3 2', 'abcde'), 90)).toBeNull()
  expect(turnPicture(Buffer.from('P6\n1 1\n255\nabc'), 90)).toBeNull()
  expect(turnPicture(Buffer.alloc(0), 90)).toBeNull()
})
