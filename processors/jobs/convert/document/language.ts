// Guesses a text's language from its script and its commonest small words; no guess is better than a wrong one.
const smallWords: Record<string, string> = {
  en: 'the of and to in is that for with as on are by this be from which was it',
  de: 'der die und das ist nicht von den mit ein eine zu für auf im dem sich auch als',
  fr: 'le la les des et est une que dans pour qui sur pas par au avec plus ce sont',
  es: 'el la los las de que en un una por con para es del se como más su al',
  it: 'il di che la per un una non con del della sono le dei gli anche alla nel',
  pt: 'o a os as de que em um uma para com não do da no na por mais dos',
  nl: 'de het een en van is dat op te in voor met niet zijn aan er ook als',
  id: 'yang dan di untuk dengan dari pada ini dalam adalah tidak akan oleh itu',
}
const scripts: [RegExp, string][] = [
  [/[\u3040-\u30ff]/g, 'ja'],
  [/[\uac00-\ud7af]/g, 'ko'],
  [/[\u4e00-\u9fff]/g, 'zh'],
  [/[\u0600-\u06ff]/g, 'ar'],
  [/[\u0590-\u05ff]/g, 'he'],
  [/[\u0400-\u04ff]/g, 'ru'],
  [/[\u0370-\u03ff]/g, 'el'],
  [/[\u0900-\u097f]/g, 'hi'],
  [/[\u0e00-\u0e7f]/g, 'th'],
]

export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, 20_000)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters < 40) return null
  for (const [script, language] of scripts) if ((sample.match(script)?.length ?? 0) > 0.25 * letters) return language
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  const scores = Object.entries(smallWords).map(([language, list]) => {
    const known = new Set(list.split(' '))
    return { language, score: words.filter((w) => known.has(w)).length / words.length }
  })
  const [best, second] = scores.sort((a, b) => b.score - a.score)
  return best!.score > 0.06 && best!.score > second!.score * 1.15 ? best!.language : null
}
