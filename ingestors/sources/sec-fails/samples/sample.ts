// The lists of failed deliveries that the other sources of the SEC's sample world read too.
import { defineSample } from '../../../define.ts'
import { failsAnswer } from '../../../sec/sample-fails.ts'
import { companyTickers } from '../../../sec/sample-lists.ts'

export default defineSample({ answer: (url, now) => companyTickers(url) ?? failsAnswer(url, now) })
