// A payment that its payer can repeat: with an identifier that only the payer knows.
import { randomBytes } from 'node:crypto'

export function withIdentifier<P extends object>(payment: P, id = `pay_${randomBytes(16).toString('hex')}`): P {
  const { extensions } = payment as { extensions?: object }
  return { ...payment, extensions: { ...extensions, 'payment-identifier': { info: { required: false, id } } } }
}
