// The world's large cities: name, other names, country, latitude, longitude and time zone.
const rows = `
Tokyo||JP|35.68|139.69|Asia/Tokyo
Osaka||JP|34.69|135.50|Asia/Tokyo
Sapporo||JP|43.06|141.35|Asia/Tokyo
Fukuoka||JP|33.59|130.40|Asia/Tokyo
Seoul||KR|37.57|126.98|Asia/Seoul
Busan|Pusan|KR|35.18|129.08|Asia/Seoul
Beijing|Peking|CN|39.90|116.41|Asia/Shanghai
Shanghai||CN|31.23|121.47|Asia/Shanghai
Guangzhou|Canton|CN|23.13|113.26|Asia/Shanghai
Shenzhen||CN|22.54|114.06|Asia/Shanghai
Chengdu||CN|30.57|104.07|Asia/Shanghai
Chongqing||CN|29.56|106.55|Asia/Shanghai
Wuhan||CN|30.59|114.31|Asia/Shanghai
Hong Kong|HK|HK|22.32|114.17|Asia/Hong_Kong
Taipei||TW|25.03|121.57|Asia/Taipei
Manila||PH|14.60|120.98|Asia/Manila
Singapore||SG|1.35|103.82|Asia/Singapore
Kuala Lumpur|KL|MY|3.14|101.69|Asia/Kuala_Lumpur
Jakarta||ID|-6.21|106.85|Asia/Jakarta
Bangkok||TH|13.76|100.50|Asia/Bangkok
Hanoi||VN|21.03|105.85|Asia/Bangkok
Ho Chi Minh City|Saigon|VN|10.82|106.63|Asia/Ho_Chi_Minh
Yangon|Rangoon|MM|16.87|96.20|Asia/Yangon
Dhaka||BD|23.81|90.41|Asia/Dhaka
Kolkata|Calcutta|IN|22.57|88.36|Asia/Kolkata
Delhi|New Delhi|IN|28.61|77.21|Asia/Kolkata
Mumbai|Bombay|IN|19.08|72.88|Asia/Kolkata
Bengaluru|Bangalore|IN|12.97|77.59|Asia/Kolkata
Chennai|Madras|IN|13.08|80.27|Asia/Kolkata
Hyderabad||IN|17.39|78.49|Asia/Kolkata
Colombo||LK|6.93|79.86|Asia/Colombo
Kathmandu||NP|27.72|85.32|Asia/Kathmandu
Karachi||PK|24.86|67.01|Asia/Karachi
Lahore||PK|31.55|74.34|Asia/Karachi
Islamabad||PK|33.68|73.05|Asia/Karachi
Kabul||AF|34.56|69.21|Asia/Kabul
Tashkent||UZ|41.30|69.24|Asia/Tashkent
Almaty||KZ|43.24|76.89|Asia/Almaty
Ulaanbaatar|Ulan Bator|MN|47.89|106.91|Asia/Ulaanbaatar
Tehran||IR|35.69|51.39|Asia/Tehran
Baghdad||IQ|33.31|44.36|Asia/Baghdad
Riyadh||SA|24.71|46.68|Asia/Riyadh
Jeddah||SA|21.49|39.19|Asia/Riyadh
Dubai||AE|25.20|55.27|Asia/Dubai
Abu Dhabi||AE|24.45|54.38|Asia/Dubai
Doha||QA|25.29|51.53|Asia/Qatar
Kuwait City||KW|29.38|47.98|Asia/Kuwait
Muscat||OM|23.59|58.41|Asia/Muscat
Tel Aviv||IL|32.09|34.78|Asia/Jerusalem
Jerusalem||IL|31.77|35.21|Asia/Jerusalem
Amman||JO|31.95|35.93|Asia/Amman
Beirut||LB|33.89|35.50|Asia/Beirut
Damascus||SY|33.51|36.28|Asia/Damascus
Istanbul|Constantinople|TR|41.01|28.98|Europe/Istanbul
Ankara||TR|39.93|32.86|Europe/Istanbul
Tbilisi||GE|41.72|44.79|Asia/Tbilisi
Yerevan||AM|40.18|44.51|Asia/Yerevan
Baku||AZ|40.41|49.87|Asia/Baku
Moscow||RU|55.76|37.62|Europe/Moscow
Saint Petersburg|St Petersburg|RU|59.93|30.34|Europe/Moscow
Novosibirsk||RU|55.03|82.92|Asia/Novosibirsk
Vladivostok||RU|43.12|131.89|Asia/Vladivostok
Kyiv|Kiev|UA|50.45|30.52|Europe/Kyiv
Odesa|Odessa|UA|46.48|30.73|Europe/Kyiv
Minsk||BY|53.90|27.57|Europe/Minsk
Warsaw||PL|52.23|21.01|Europe/Warsaw
Krakow||PL|50.06|19.94|Europe/Warsaw
Gdansk||PL|54.35|18.65|Europe/Warsaw
Prague|Praha|CZ|50.08|14.44|Europe/Prague
Vienna|Wien|AT|48.21|16.37|Europe/Vienna
Budapest||HU|47.50|19.04|Europe/Budapest
Bratislava||SK|48.15|17.11|Europe/Bratislava
Bucharest||RO|44.43|26.10|Europe/Bucharest
Sofia||BG|42.70|23.32|Europe/Sofia
Belgrade||RS|44.79|20.45|Europe/Belgrade
Zagreb||HR|45.81|15.98|Europe/Zagreb
Athens||GR|37.98|23.73|Europe/Athens
Rome|Roma|IT|41.90|12.50|Europe/Rome
Milan|Milano|IT|45.46|9.19|Europe/Rome
Naples|Napoli|IT|40.85|14.27|Europe/Rome
Zurich||CH|47.38|8.54|Europe/Zurich
Geneva||CH|46.20|6.14|Europe/Zurich
Berlin||DE|52.52|13.41|Europe/Berlin
Hamburg||DE|53.55|9.99|Europe/Berlin
Munich|Muenchen,München|DE|48.14|11.58|Europe/Berlin
Frankfurt|Frankfurt am Main|DE|50.11|8.68|Europe/Berlin
Cologne|Koeln,Köln|DE|50.94|6.96|Europe/Berlin
Amsterdam||NL|52.37|4.90|Europe/Amsterdam
Rotterdam||NL|51.92|4.48|Europe/Amsterdam
Brussels||BE|50.85|4.35|Europe/Brussels
Antwerp||BE|51.22|4.40|Europe/Brussels
Luxembourg||LU|49.61|6.13|Europe/Luxembourg
Paris||FR|48.86|2.35|Europe/Paris
Lyon||FR|45.76|4.84|Europe/Paris
Marseille||FR|43.30|5.37|Europe/Paris
Madrid||ES|40.42|-3.70|Europe/Madrid
Barcelona||ES|41.39|2.17|Europe/Madrid
Lisbon|Lisboa|PT|38.72|-9.14|Europe/Lisbon
Porto||PT|41.16|-8.63|Europe/Lisbon
London||GB|51.51|-0.13|Europe/London
Manchester||GB|53.48|-2.24|Europe/London
Birmingham||GB|52.49|-1.89|Europe/London
Edinburgh||GB|55.95|-3.19|Europe/London
Glasgow||GB|55.86|-4.25|Europe/London
Dublin||IE|53.35|-6.26|Europe/Dublin
Reykjavik||IS|64.15|-21.94|Atlantic/Reykjavik
Oslo||NO|59.91|10.75|Europe/Oslo
Bergen||NO|60.39|5.32|Europe/Oslo
Stockholm||SE|59.33|18.07|Europe/Stockholm
Gothenburg||SE|57.71|11.97|Europe/Stockholm
Copenhagen||DK|55.68|12.57|Europe/Copenhagen
Helsinki||FI|60.17|24.94|Europe/Helsinki
Tallinn||EE|59.44|24.75|Europe/Tallinn
Riga||LV|56.95|24.11|Europe/Riga
Vilnius||LT|54.69|25.28|Europe/Vilnius
Cairo||EG|30.04|31.24|Africa/Cairo
Alexandria||EG|31.20|29.92|Africa/Cairo
Casablanca||MA|33.57|-7.59|Africa/Casablanca
Algiers||DZ|36.75|3.06|Africa/Algiers
Tunis||TN|36.81|10.18|Africa/Tunis
Tripoli||LY|32.89|13.19|Africa/Tripoli
Khartoum||SD|15.50|32.56|Africa/Khartoum
Addis Ababa||ET|9.03|38.74|Africa/Addis_Ababa
Nairobi||KE|-1.29|36.82|Africa/Nairobi
Mombasa||KE|-4.04|39.67|Africa/Nairobi
Kampala||UG|0.35|32.58|Africa/Kampala
Dar es Salaam||TZ|-6.79|39.21|Africa/Dar_es_Salaam
Kinshasa||CD|-4.44|15.27|Africa/Kinshasa
Luanda||AO|-8.84|13.23|Africa/Luanda
Lagos||NG|6.52|3.38|Africa/Lagos
Abuja||NG|9.06|7.49|Africa/Lagos
Accra||GH|5.60|-0.19|Africa/Accra
Abidjan||CI|5.36|-4.01|Africa/Abidjan
Dakar||SN|14.72|-17.47|Africa/Dakar
Johannesburg|Joburg|ZA|-26.20|28.05|Africa/Johannesburg
Cape Town||ZA|-33.92|18.42|Africa/Johannesburg
Durban||ZA|-29.86|31.02|Africa/Johannesburg
Harare||ZW|-17.83|31.05|Africa/Harare
Lusaka||ZM|-15.39|28.32|Africa/Lusaka
Maputo||MZ|-25.97|32.57|Africa/Maputo
Antananarivo||MG|-18.88|47.51|Indian/Antananarivo
Sydney||AU|-33.87|151.21|Australia/Sydney
Melbourne||AU|-37.81|144.96|Australia/Melbourne
Brisbane||AU|-27.47|153.03|Australia/Brisbane
Perth||AU|-31.95|115.86|Australia/Perth
Adelaide||AU|-34.93|138.60|Australia/Adelaide
Auckland||NZ|-36.85|174.76|Pacific/Auckland
Wellington||NZ|-41.29|174.78|Pacific/Auckland
Suva||FJ|-18.14|178.44|Pacific/Fiji
Honolulu||US|21.31|-157.86|Pacific/Honolulu
Anchorage||US|61.22|-149.90|America/Anchorage
New York|New York City,NYC,Manhattan|US|40.71|-74.01|America/New_York
Boston||US|42.36|-71.06|America/New_York
Philadelphia||US|39.95|-75.17|America/New_York
Washington|Washington DC,Washington D.C.|US|38.91|-77.04|America/New_York
Atlanta||US|33.75|-84.39|America/New_York
Miami||US|25.76|-80.19|America/New_York
Detroit||US|42.33|-83.05|America/Detroit
Chicago||US|41.88|-87.63|America/Chicago
Houston||US|29.76|-95.37|America/Chicago
Dallas||US|32.78|-96.80|America/Chicago
Austin||US|30.27|-97.74|America/Chicago
New Orleans||US|29.95|-90.07|America/Chicago
Minneapolis||US|44.98|-93.27|America/Chicago
Saint Louis|St Louis|US|38.63|-90.20|America/Chicago
Denver||US|39.74|-104.99|America/Denver
Phoenix||US|33.45|-112.07|America/Phoenix
Las Vegas||US|36.17|-115.14|America/Los_Angeles
Los Angeles||US|34.05|-118.24|America/Los_Angeles
San Diego||US|32.72|-117.16|America/Los_Angeles
San Francisco|SF|US|37.77|-122.42|America/Los_Angeles
Portland||US|45.52|-122.68|America/Los_Angeles
Seattle||US|47.61|-122.33|America/Los_Angeles
Toronto||CA|43.65|-79.38|America/Toronto
Montreal||CA|45.50|-73.57|America/Toronto
Ottawa||CA|45.42|-75.70|America/Toronto
Calgary||CA|51.05|-114.07|America/Edmonton
Vancouver||CA|49.28|-123.12|America/Vancouver
Mexico City|CDMX,Ciudad de Mexico|MX|19.43|-99.13|America/Mexico_City
Monterrey||MX|25.69|-100.32|America/Monterrey
Guadalajara||MX|20.67|-103.35|America/Mexico_City
Havana||CU|23.11|-82.37|America/Havana
San Juan||PR|18.47|-66.11|America/Puerto_Rico
Guatemala City||GT|14.63|-90.51|America/Guatemala
Panama City||PA|8.98|-79.52|America/Panama
Bogota||CO|4.71|-74.07|America/Bogota
Medellin||CO|6.25|-75.56|America/Bogota
Caracas||VE|10.48|-66.90|America/Caracas
Quito||EC|-0.18|-78.47|America/Guayaquil
Lima||PE|-12.05|-77.04|America/Lima
La Paz||BO|-16.49|-68.15|America/La_Paz
Santiago|Santiago de Chile|CL|-33.45|-70.67|America/Santiago
Buenos Aires||AR|-34.60|-58.38|America/Argentina/Buenos_Aires
Montevideo||UY|-34.90|-56.16|America/Montevideo
Asuncion||PY|-25.26|-57.58|America/Asuncion
Sao Paulo||BR|-23.55|-46.63|America/Sao_Paulo
Rio de Janeiro|Rio|BR|-22.91|-43.17|America/Sao_Paulo
Brasilia||BR|-15.79|-47.88|America/Sao_Paulo
Manaus||BR|-3.12|-60.02|America/Manaus
Recife||BR|-8.05|-34.88|America/Recife
`

export interface City {
  readonly name: string
  readonly otherNames: readonly string[]
  readonly country: string
  readonly lat: number
  readonly lon: number
  readonly timeZone: string
}

export const cities: readonly City[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [name, others, country, lat, lon, timeZone] = row.split('|') as [string, string, string, string, string, string]
    const otherNames = others === '' ? [] : others.split(',')
    return { name, otherNames, country, lat: Number(lat), lon: Number(lon), timeZone }
  })
