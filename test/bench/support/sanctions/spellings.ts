// The same names as other countries write them, by their own tables: German and French Russian, Arabic and Persian variants, Wade-Giles, Cyrillic and Arabic script.
import type { Entry } from '../../../../processors/services/sanctions/match.ts'

export interface Spelling {
  readonly name: string
  fits(entry: Entry): boolean
  write(text: string): string
}

type Rules = readonly (readonly [from: string, to: string])[]

/** The longest that fits, from left to right. */
const writer = (rules: Rules) => {
  const table = new Map(rules)
  const form = new RegExp([...table.keys()].sort((a, b) => b.length - a.length).join('|'), 'g')
  return (text: string) => text.replace(form, (found) => table.get(found)!)
}
const rulesOf = (text: string): Rules =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string])

const speaks = (programs: RegExp, countries: RegExp) => (entry: Entry) =>
  programs.test(entry.programs.join(' ')) ||
  entry.countries.some((country) => countries.test(country)) ||
  countries.test(entry.remarks ?? '')
const slavic = speaks(/UKRAINE|RUSSIA|BELARUS|MAGNIT|CYBER/, /Russia|Ukraine|Belarus/)
const arabic = speaks(
  /SYRIA|IRAQ|LIBYA|LEBANON|Al-Qaida|YEMEN/,
  /Syria|Iraq|Lebanon|Yemen|Libya|Egypt|Saudi|Tunisia|Algeria|Qatar|Kuwait|Jordan/,
)
const persian = speaks(/IRAN|IFSR|IRGC/, /^Iran/)
const chinese = speaks(/CMIC|HK-EO/, /^(China|Hong Kong|Taiwan)/)

const cyrillic = writer(
  rulesOf(
    'shch=щ zh=ж kh=х ts=ц ch=ч sh=ш yu=ю ya=я yo=ё ye=е iy=ий yy=ый y=ы a=а b=б v=в g=г d=д e=е z=з i=и k=к l=л m=м n=н o=о p=п r=р s=с t=т u=у f=ф h=х c=к j=й w=в x=кс q=к',
  ),
)
const arabicLetters = writer(
  rulesOf(
    'kh=خ sh=ش th=ث dh=ذ gh=غ aa=ا ee=ي oo=و ou=و a= e= o= u= i= b=ب t=ت j=ج h=ه d=د r=ر z=ز s=س f=ف q=ق k=ك l=ل m=م n=ن w=و y=ي p=ب g=ج v=ف',
  ),
)

const wadeGiles = writer(
  rulesOf(
    "zhi=chih chi=ch'ih shi=shih zi=tzu si=ssu yi=i yan=yen ian=ien ie=ieh zh=ch ch=ch' x=hs q=ch' j=ch b=p p=p' d=t t=t' g=k k=k' z=ts c=ts' r=j on@=un@",
  ),
)

export const spellings: readonly Spelling[] = [
  {
    name: 'German',
    fits: slavic,
    write: writer(rulesOf('shch=schtsch zh=sch kh=ch ch=tsch sh=sch ts=z v=w yu=ju ya=ja yo=jo ye=je y=i')),
  },
  { name: 'French', fits: slavic, write: writer(rulesOf('shch=chtch zh=j ch=tch sh=ch u=ou yu=iou ya=ia y=i v=v')) },
  { name: 'Polish', fits: slavic, write: writer(rulesOf('shch=szcz zh=z ch=cz sh=sz kh=ch ts=c v=w yu=ju ya=ja y=y')) },
  { name: 'Cyrillic script', fits: slavic, write: cyrillic },
  { name: 'Arabic, French manner', fits: arabic, write: writer(rulesOf('al-=el- sh=ch u=ou oo=ou w=ou j=dj ee=i q=k')) },
  { name: 'Arabic, Gulf manner', fits: arabic, write: writer(rulesOf('q=g dh=th i=e u=o ee=i hammed=hamed mm=m ss=s')) },
  { name: 'Persian', fits: persian, write: writer(rulesOf('q=gh v=w oo=u u=oo ei=ey ee=i ai=ay zadeh=zade ollah=ullah o=u')) },
  {
    name: 'Wade-Giles',
    fits: (entry) => chinese(entry) && /^[a-z]{2,6},? [a-z]{2,12}$/i.test(entry.name),
    write: (text) =>
      text
        .replace(/ng/g, '@')
        .replace(/[a-z@]+/g, wadeGiles)
        .replace(/@/g, 'ng'),
  },
  {
    name: 'Arabic script',
    fits: (entry) => arabic(entry) && /^[a-z' -]+$/i.test(entry.name.replace(',', '')),
    write: (text) =>
      text
        .replace(/'/g, '')
        .replace(/\b(al|el)[- ]/g, 'ال')
        .replace(/(\w)\1/g, '$1')
        .replace(/\ba/g, 'ا')
        .replace(/i\b/g, 'ي')
        .replace(/a\b/g, 'ا')
        .replace(/[a-z]+/g, arabicLetters),
  },
]
