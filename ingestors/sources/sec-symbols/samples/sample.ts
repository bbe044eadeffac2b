// The two lists that every source of the SEC reads in the demo world.
import { defineSample } from '../../../define.ts'
import { companyTickers, fundTickers } from '../../../sec/sample-lists.ts'

export default defineSample({ answer: (url) => companyTickers(url) ?? fundTickers(url) })
