// The countries and groups the OECD still makes a leading indicator of.
export const areas = 'AUS BRA CAN CHN DEU ESP FRA GBR IDN IND ITA JPN KOR MEX TUR USA ZAF G7 G20 NAFTA A5M G4E'.split(' ')
