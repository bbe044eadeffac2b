// The countries of Africa, Asia, Latin America and the Middle East in the demo world's yearly figures: levels about as they are.
type Figures = readonly [number, number, number, number, number, number]
type Bank = readonly [number | null, number | null, number | null, number | null, number, number]
type Row = readonly [iso3: string, iso2: string, name: string, income: string, outlook: Figures, bank: Bank, outputBn: number]

const high = 'High income'
const upper = 'Upper middle income'
const lower = 'Lower middle income'
const low = 'Low income'

/** By figures: growth, inflation, debt, balance, primary balance, account; interest, months, reserves, short-term debt, governance, rate. */
export const regionRows: readonly Row[] = [
  ['KEN', 'KE', 'Kenya', lower, [4.8, 4.5, 68, -4.6, 0.2, -2.4], [32, 4.6, 10, 20, -0.4, 129], 390],
  ['ETH', 'ET', 'Ethiopia', low, [7.2, 16, 35, -1.8, -1, -4], [8, 1.6, 3, 30, -1, 140], 460],
  ['MAR', 'MA', 'Morocco', lower, [4.2, 1.2, 67, -3.6, -1.2, -2], [9, 5.4, 38, 24, -0.1, 9.3], 400],
  ['DZA', 'DZ', 'Algeria', upper, [3.4, 3.2, 55, -11, -9, -4], [4, 14, 68, 2, -0.8, 131], 870],
  ['CIV', 'CI', "Cote d'Ivoire", lower, [6.3, 1.4, 58, -3, -0.6, -2.4], [14, 4, 9, null, -0.5, 575], 240],
  ['TZA', 'TZ', 'Tanzania', lower, [6, 3.3, 48, -3, -1, -2.4], [13, 4.8, 6, 26, -0.4, 2_500], 290],
  ['UGA', 'UG', 'Uganda', low, [6.4, 3.6, 52, -6, -2, -6], [24, 3.4, 4, 22, -0.6, 3_550], 180],
  ['SEN', 'SN', 'Senegal', lower, [6, 1.8, 119, -8, -3, -8], [22, 3, 3, null, -0.1, 575], 100],
  ['ZMB', 'ZM', 'Zambia', lower, [5.8, 12, 92, -4, 1, 1], [26, 4.4, 5, 12, -0.3, 23], 95],
  ['AGO', 'AO', 'Angola', lower, [2.2, 20, 62, -3, 2, 2], [30, 7.6, 15, 6, -0.9, 915], 380],
  ['CMR', 'CM', 'Cameroon', lower, [3.8, 3.6, 43, -1.2, 0, -3], [8, 4, 5, 10, -1, 575], 170],
  ['RWA', 'RW', 'Rwanda', low, [7.1, 7, 73, -5, -3, -12], [11, 4.6, 2, 6, 0.1, 1_450], 55],
  ['CHN', 'CN', 'China', upper, [4.8, 0.2, 96, -8, -6.8, 3.2], [8, 14, 3_300, 42, -0.2, 7.1], 40_000],
  ['KOR', 'KR', 'Korea, Rep.', high, [1.2, 2, 53, -1.6, -0.6, 5], [4, 7, 420, 34, 1.1, 1_400], 3_300],
  ['IDN', 'ID', 'Indonesia', upper, [5, 2.4, 41, -2.8, -0.6, -1], [16, 6.4, 150, 36, 0, 16_400], 4_900],
  ['THA', 'TH', 'Thailand', upper, [2, 0.4, 65, -3.4, -2, 2.4], [6, 8, 250, 40, -0.1, 33], 1_850],
  ['VNM', 'VN', 'Viet Nam', lower, [6.5, 3.2, 33, -2.6, -1.4, 4], [6, 2.4, 80, 38, -0.3, 25_800], 1_650],
  ['MYS', 'MY', 'Malaysia', upper, [4.4, 1.6, 70, -3.4, -1, 1.6], [15, 4.8, 120, 80, 0.5, 4.25], 1_450],
  ['PHL', 'PH', 'Philippines', lower, [5.4, 1.8, 58, -4, -2, -3.6], [14, 7.4, 108, 24, -0.2, 57], 1_400],
  ['SGP', 'SG', 'Singapore', high, [2.4, 0.9, 175, 3.4, 3.4, 17], [1, 6, 400, null, 1.6, 1.29], 950],
  ['HKG', 'HK', 'Hong Kong SAR, China', high, [2.4, 1.7, 10, -3, -3, 12], [1, 7, 425, null, 1.3, 7.8], 590],
  ['PAK', 'PK', 'Pakistan', lower, [2.8, 5, 72, -5.4, 2.1, 0.4], [58, 2.8, 16, 44, -0.9, 282], 1_650],
  ['BGD', 'BD', 'Bangladesh', lower, [4, 9, 38, -4, -1.6, -0.6], [26, 4.6, 26, 60, -0.8, 121], 1_800],
  ['MEX', 'MX', 'Mexico', upper, [1, 3.8, 60, -4, 0.4, -0.4], [17, 4.4, 240, 28, -0.4, 18.6], 3_400],
  ['ARG', 'AR', 'Argentina', upper, [4.4, 34, 73, -0.2, 1.6, -1.4], [12, 4.2, 40, 110, -0.1, 1_380], 1_500],
  ['COL', 'CO', 'Colombia', upper, [2.5, 4.9, 61, -6.6, -2.4, -2.4], [16, 9, 64, 30, -0.1, 4_000], 1_150],
  ['PER', 'PE', 'Peru', upper, [2.9, 1.8, 34, -2.6, -0.8, 1.6], [7, 15, 86, 12, -0.2, 3.5], 600],
  ['URY', 'UY', 'Uruguay', high, [2.4, 4.6, 67, -3.6, -0.6, -1.4], [8, 9, 18, 40, 0.9, 40], 120],
  ['ECU', 'EC', 'Ecuador', upper, [3, 1.2, 54, -1.8, 0.6, 5], [9, 3.4, 9, 22, -0.4, 1], 290],
  ['BOL', 'BO', 'Bolivia', lower, [0.6, 20, 95, -12, -9, -3], [14, 1.6, 2, 26, -0.7, 6.9], 130],
  ['PRY', 'PY', 'Paraguay', upper, [4.4, 4, 42, -2, -0.2, -3], [10, 6, 10, 26, -0.3, 7_400], 120],
  ['DOM', 'DO', 'Dominican Republic', upper, [3, 3.7, 59, -3.4, 0, -2.6], [20, 4.6, 14, 16, 0, 62], 300],
  ['CRI', 'CR', 'Costa Rica', upper, [3.5, 0.6, 60, -3.2, 1.2, -1.4], [28, 6, 14, 30, 0.6, 505], 150],
  ['PAN', 'PA', 'Panama', high, [4, 0.4, 62, -4, -1, -2], [12, 2, 6, null, 0.1, 1], 190],
  ['GTM', 'GT', 'Guatemala', upper, [3.8, 1.7, 27, -3, -1.4, 2.4], [12, 8, 26, 10, -0.5, 7.7], 270],
  ['SAU', 'SA', 'Saudi Arabia', high, [4, 2.1, 29, -4.2, -3.6, -2.6], [3, 14, 440, null, 0.1, 3.75], 2_500],
  ['ARE', 'AE', 'United Arab Emirates', high, [4.8, 1.6, 32, 4.8, 5.4, 13], [1, 8, 260, null, 0.7, 3.6725], 850],
  ['QAT', 'QA', 'Qatar', high, [2.8, 0.4, 42, 1.6, 3, 11], [4, 8, 54, null, 0.6, 3.64], 380],
  ['KWT', 'KW', 'Kuwait', high, [2.6, 2.3, 7, -6, -6, 27], [1, 9, 44, null, 0, 0.307], 270],
  ['BHR', 'BH', 'Bahrain', high, [2.8, 0.8, 142, -10, -5, 3.6], [28, 1.6, 5, null, 0.1, 0.376], 110],
  ['OMN', 'OM', 'Oman', high, [2.9, 0.9, 36, -0.6, 1, -1], [8, 4.4, 19, null, 0.2, 0.385], 220],
  ['ISR', 'IL', 'Israel', high, [2.6, 2.8, 69, -5, -2, 3], [7, 17, 230, 24, 0.7, 3.4], 560],
  ['JOR', 'JO', 'Jordan', lower, [2.7, 2.2, 90, -6, -1.4, -6], [18, 8, 22, 58, 0, 0.709], 140],
  ['IRQ', 'IQ', 'Iraq', upper, [0.6, 1.6, 48, -7.6, -7, -2], [2, 11, 98, 4, -1.3, 1_310], 660],
  ['LBN', 'LB', 'Lebanon', lower, [4.6, 15, 165, 0.4, 1.6, -16], [10, 9, 34, 90, -1.1, 89_500], 66],
  ['TUN', 'TN', 'Tunisia', lower, [2.5, 5.8, 82, -6, -2.8, -2.6], [14, 3.4, 9, 110, -0.3, 2.95], 170],
  ['IRN', 'IR', 'Iran, Islamic Rep.', upper, [0.6, 43, 36, -5, -4, 1.6], [4, 4, 25, 8, -1.2, 42_000], 1_700],
]
