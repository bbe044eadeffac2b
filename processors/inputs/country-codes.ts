// ISO 3166-1: the two-letter and the three-letter code of every country and territory, and names the standard does not have.
const pairs =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL ' +
  'BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD ' +
  'CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA ' +
  'DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF ' +
  'GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN ' +
  'IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA ' +
  'KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE ' +
  'MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM ' +
  'NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM ' +
  'PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN ' +
  'SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL ' +
  'TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR ' +
  'VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE'

export const iso3Of: ReadonlyMap<string, string> = new Map(pairs.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]))

// What the Union, sport, the World Bank and older lists of the United States write: none of it is another country's code of the standard.
const others =
  'AJ:AZ BK:BA BP:SB BU:BG BX:BN CB:KH CE:LK CQ:MP DA:DK DR:DO EI:IE EK:GQ EL:GR EZ:CZ FP:PF GV:GN HA:HT HO:HN IV:CI ' +
  'IZ:IQ JA:JP KS:KR KU:KW LG:LV LH:LT LO:SK MJ:ME NH:VU PO:PT PP:PG PU:GW RI:RS RP:PH RQ:PR SP:ES SW:SE TI:TJ TP:ST ' +
  'TU:TR TX:TM UP:UA UV:BF VM:VN WA:NA WI:EH WZ:SZ YM:YE ZI:ZW ADO:AD ALG:DZ ANG:AO ANT:AG ARU:AW ASA:AS BAH:BS BAN:BD ' +
  'BAR:BB BER:BM BHU:BT BIZ:BZ BOT:BW BRU:BN BUL:BG CAM:KH CAY:KY CGO:CG CHA:TD CHI:CL CRC:CR CRO:HR DEN:DK ESA:SV ' +
  'FIJ:FJ GAM:GM GBS:GW GEQ:GQ GER:DE GRE:GR GRN:GD GUA:GT GUI:GN HAI:HT HON:HN INA:ID IRI:IR ISV:VI IVB:VG KSA:SA ' +
  'KUW:KW LAT:LV LBA:LY LES:LS LIB:LB MAD:MG MAS:MY MAW:MW MGL:MN MON:MC MRI:MU MTN:MR MYA:MM NCA:NI NED:NL NEP:NP ' +
  'NGR:NG NIG:NE OMA:OM PAR:PY PHI:PH PLE:PS POR:PT PUR:PR ROM:RO RSA:ZA SAM:WS SEY:SC SIN:SG SKN:KN SLO:SI SOL:SB ' +
  'SRI:LK SUD:SD SUI:CH TAN:TZ TGA:TO TMP:TL TOG:TG TPE:TW URU:UY VAN:VU VIE:VN VIN:VC WBG:PS ZAM:ZM ZAR:CD ZIM:ZW'

/** Codes that are not the standard's, and the country that is meant by each. */
export const otherCodes: ReadonlyMap<string, string> = new Map(
  others.split(' ').map((pair) => pair.split(':') as [string, string]),
)

export const everydayNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  BA: ['Bosnia'],
  BO: ['Plurinational State of Bolivia'],
  BN: ['Brunei Darussalam'],
  CD: ['DRC', 'DR Congo', 'Democratic Republic of the Congo', 'Congo-Kinshasa'],
  CG: ['Congo', 'Republic of the Congo', 'Congo-Brazzaville'],
  CI: ['Ivory Coast'],
  CN: ["People's Republic of China", 'PRC', 'Mainland China'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FM: ['Federated States of Micronesia'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales'],
  HK: ['Hong Kong'],
  IR: ['Islamic Republic of Iran'],
  KP: ['DPRK', "Democratic People's Republic of Korea"],
  KR: ['Korea', 'Republic of Korea'],
  LA: ["Lao People's Democratic Republic"],
  MD: ['Republic of Moldova'],
  MK: ['Macedonia'],
  MM: ['Burma', 'Myanmar'],
  MO: ['Macau', 'Macao'],
  NL: ['Holland', 'The Netherlands'],
  PS: ['Palestine'],
  RU: ['Russian Federation'],
  ST: ['Sao Tome and Principe'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey', 'Turkiye'],
  TW: ['Republic of China', 'Chinese Taipei'],
  TZ: ['United Republic of Tanzania'],
  US: ['U.S.', 'U.S.A.', 'America', 'United States of America'],
  VA: ['Vatican', 'Holy See'],
  VE: ['Bolivarian Republic of Venezuela'],
  VN: ['Viet Nam'],
}
