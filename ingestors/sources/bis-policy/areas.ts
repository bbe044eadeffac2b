// The areas whose policy rates the Bank for International Settlements collects.
export const euroArea = 'XM'

export const areas =
  'AR AU BR CA CH CL CN CO CZ DK GB HK HU ID IL IN IS JP KR KW MA MK MX MY NO NZ PE PH PL RO RS RU SA SE TH TR US XM ZA'.split(
    ' ',
  )
