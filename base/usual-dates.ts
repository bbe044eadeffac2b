// Dates and times as nearly all facts write them, told by their characters: the schema library splits and matches each of millions.
import { Format } from 'typebox/format'

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** -1 where one of them is no digit. */
function numberAt(text: string, at: number, digits: number): number {
  let number = 0
  for (let i = at; i < at + digits; i++) {
    const digit = text.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    number = number * 10 + digit
  }
  return number
}

const isAt = (text: string, at: number, sign: string): boolean => text.charCodeAt(at) === sign.charCodeAt(0)

function beginsWithDate(text: string): boolean {
  if (!isAt(text, 4, '-') || !isAt(text, 7, '-')) return false
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 5, 2), numberAt(text, 8, 2)]
  if (year < 0 || month < 1 || month > 12 || day < 1) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 && isLeap ? 29 : daysOf[month - 1]!)
}

/** 2026-11-18, where the calendar has it: Date turns the 30th of February into the 2nd of March without a word. */
export const isDate = (text: string): boolean => text.length === 10 && beginsWithDate(text)

/** 2026-11-18T12:00:00Z and 2026-11-18T12:00:00.000Z; false says only that it is not one of these. */
export function isUsualTime(text: string): boolean {
  const isShort = text.length === 20
  if (!isShort && (text.length !== 24 || !isAt(text, 19, '.') || numberAt(text, 20, 3) < 0)) return false
  if (!isAt(text, 10, 'T') || !isAt(text, 13, ':') || !isAt(text, 16, ':') || !isAt(text, text.length - 1, 'Z')) return false
  const [hour, minute, second] = [numberAt(text, 11, 2), numberAt(text, 14, 2), numberAt(text, 17, 2)]
  return beginsWithDate(text) && hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60
}

const isAnyTime = Format.Get('date-time')!
Format.Set('date', isDate)
Format.Set('date-time', (text) => isUsualTime(text) || isAnyTime(text))
