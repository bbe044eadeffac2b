// fast-check, by the same seed wherever CI asks: another one explores on every other run, and prints what it found.
import fc from 'fast-check'

if (process.env.CI === 'true') fc.configureGlobal({ seed: 20_261_121 })

export default fc
