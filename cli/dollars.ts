// An amount of dollars as it is written on a command line.
import { type Usd, usd } from '../api/payment/terms/money.ts'
import { UsageError } from './command.ts'

export function readDollars(name: string, text: string): Usd {
  try {
    return usd(text)
  } catch {
    throw new UsageError(`${name} ${text} is no amount of dollars, such as 0.25`)
  }
}
