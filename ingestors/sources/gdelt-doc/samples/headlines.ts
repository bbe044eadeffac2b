// Headlines of a made-up world by theme, written as the index passes them on: a blank before every mark.
export const themes: Readonly<Record<string, readonly string[]>> = {
  'oil tanker shipping energy': [
    'Oil tanker attacked off the Gulf of Quext , crew safe',
    'Oil tanker rates fall as fears of blockade ease',
    'Fire aboard oil tanker Zampana kills two near Port Sample',
    'Oil tanker rates fall as fears of a blockade ease',
    'Insurers raise cover for every oil tanker after attack',
    'Oil prices : tanker owners celebrate record profits',
    'Salvage team saves stranded oil tanker , prevents spill',
    'Lawmakers warn of oil tanker disaster in the Strait of Mirela',
  ],
  'bitcoin crypto market': [
    'Bitcoin rallies as funds welcome new money',
    'Crypto market loses ground after exchange failure',
    'Bitcoin holders confident despite market fear',
  ],
  'nvidia chips ai technology market': [
    'Nvidia shares gain on strong demand for AI chips',
    'Regulators doubt Nvidia deal , market shrugs',
    'AI chips shortage threatens growth , makers warn',
  ],
  'inflation fed rates economy market': [
    'Inflation cools , Fed hints at lower rates',
    'Fed officials worry about stubborn inflation , market falls',
    'Economy grows faster than expected as inflation eases',
  ],
  'earthquake disaster': [
    'Earthquake kills dozens in Zampania , rescue teams arrive',
    'Strong earthquake shakes Quextria , no damage',
  ],
  'election politics': ['Election ends in peaceful transfer of power in Quextria', 'Protest over election fraud turns violent'],
  'climate weather storm': ['Storm destroys homes along Mirela coast', 'Climate deal praised as a breakthrough'],
  'wheat grain food market': ['Wheat harvest improves , market prices fall', 'Grain blockade threatens food supply'],
  'war peace conflict': ['Peace talks resume in Port Sample', 'War in Zampania : attack kills civilians'],
}

export const outlets: readonly [domain: string, language: string, country: string][] = [
  ['harborpost.example', 'English', 'United States'],
  ['mirelatimes.example', 'English', 'United Kingdom'],
  ['quextdaily.example', 'English', 'Australia'],
  ['samplewire.example', 'English', 'India'],
  ['eldiariomuestra.example', 'Spanish', 'Spain'],
]
