// Written by us in the survey's shape: Thursdays, oldest first, the first rows as wide as the header, the later ones shorter and quoted.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, level } from '../../../samples/walk.ts'

const years = 12

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.freddiemac.com') return null
    const lines: string[] = []
    for (let day = dayNumber(now) - years * 365; day <= dayNumber(now); day++) {
      const date = dateOfDay(day)
      if (date.getUTCDay() !== 4) continue
      const told = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
      const rate = level('pmms', day, 5.6, 1.6)
      const [long, short] = [rate.toFixed(2), (rate - 0.7).toFixed(2)]
      lines.push(lines.length < 40 ? `${told},${long}, ,${short},,,,,` : `"${told}","${long}","","${short}"`)
    }
    const header = 'date,pmms30,pmms30p,pmms15,pmms15p,pmms51,pmms51p,pmms51m,pmms51spread'
    return { type: 'text/csv', body: `${[header, ...lines].join('\r\n')}\r\n` }
  },
})
