// The outlets of the sample's made-up world, by the language they write in.
export const outlets: Readonly<Record<string, readonly string[]>> = {
  en: [
    'harborpost.example',
    'mirelatimes.example',
    'quextdaily.example',
    'samplewire.example',
    'zampanaherald.example',
    'northledger.example',
    'baycourier.example',
    'morningdesk.example',
    'tradeobserver.example',
  ],
  es: ['eldiariomuestra.example', 'lavozdemirela.example'],
  de: ['musterzeitung.example'],
  fr: ['lejournaldexemple.example'],
  zh: ['yangbenribao.example'],
}
