// Words that name nobody: titles, legal forms, particles, and what many firms call themselves; and the names that very many people have.

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** Titles that are nobody's name. */
export const addresses = setOf(
  'mr mrs ms mx dr prof hon rev jr sr esq phd gen lt col brig capt cmdr sgt eng ing mme mlle herr gospodin mv',
)

export const titles = setOf(`
  mr mrs ms miss mx dr doctor prof professor sir lord lady dame hon honourable honorable rev reverend father fr jr sr esq phd md mv
  sheikh shaikh shaykh sheik cheikh sayyid sayed syed sayyed seyyed seyed haji hajji hajj hadji haj al-haj mullah mulla maulavi mawlawi maulawi molvi mawlana maulana mufti
  imam ayatollah hojatoleslam hojjatoleslam mohandes engineer ing eng ingeniero herr frau monsieur mme mlle madame senor senora don dona
  general gen lt lieutenant col colonel brigadier brig maj major capt captain admiral commander cmdr marshal sgt sergeant commandant
  president minister ambassador senator deputy princess emir amir his her excellency comrade brother pastor gospodin tovarishch ustadh ustaz mzee chief excellency`)

export const legalForms = setOf(`
  ltd limited llc llp lp inc incorporated corp corporation co company cie compagnie plc pty pte gmbh ag kg kgaa ug ev se sa sas sarl sprl bv nv cv vof
  srl spa snc sl slu sc scs sa-de-cv cia ltda eireli oy oyj ab aps as asa hf ehf kft zrt nyrt doo dd dooel ad ead eood ood sro spzoo zoo sp
  ooo oao zao pao ao nao tov too pjsc ojsc cjsc jsc jscb pjsco ojsco qsc psc wll fze fzc fzco fz dmcc bsc saoc saog kk gk yk bhd sdn tbk pt pvt private
  aktiengesellschaft gesellschaft societe anonyme sociedad the and of de-cv kabushiki kaisha`)

export const particles = setOf(`
  al el ul ad ed ar as ash at az an ol il bin ibn ben bint binti binte ould wuld abu abou um umm von van der den de da do dos das di del della la le les du des y e
  ter ten zu zum zur af av`)

export const firmWords = setOf(`
  trading trade trader company companies international intl group groupe grupo holding holdings industries industrial industry general global import export imports exports
  services service investment investments invest bank banque banco bancorp oil gas petroleum energy shipping ship marine maritime lines line navigation foundation organization organisation
  association society committee center centre national state technology technologies tech engineering construction transport transportation logistics enterprise enterprises
  development management consulting consultants solutions systems partners capital finance financial insurance real estate properties property commercial comercial comercializadora
  inversiones constructora transportes distribuidora agropecuaria agricola ganadera servicios electronics electric power steel metal metals mining chemical chemicals pharmaceutical
  pharmaceuticals medical food foods hotel travel tours agency airlines airline airways air aviation aircraft institute research university college school factory plant works mill
  products product manufacturing equipment supply supplies market store media press news telecom telecommunications communications network networks software computer security
  exchange money fund trust charity charitable relief islamic federation union council ministry department office bureau authority republic joint stock limited liability branch
  representative subsidiary east west north south eastern western northern southern new great united world worldwide asia africa europe american gulf middle`)

// Names that millions bear, of many languages (census tables and registers of births): found in a list, they say little.
export const commonNames = setOf(`
  mohammed muhammad mohamed mohammad mohamad ahmed ahmad ali hassan hasan hussein hussain husain hossein omar umar khalid ibrahim ismail yusuf yousef youssef mustafa mostafa mahmoud mahmud
  abdullah abdallah abdul salem salim saleh salah said saeed sayed rashid karim kareem jamal kamal nasser nasir tariq khan malik aziz hamid hamed majid fatima aisha maryam zahra reza mehdi
  mahdi hadi amir ashraf anwar akbar habib hamza hamad faisal fahd sultan saad bilal iqbal rahman rahim singh kumar sharma patel gupta das devi kaur ram raj lal shah prasad rao reddy begum
  hossain islam chowdhury haque miah akhtar bibi butt
  juan jose luis carlos jorge miguel manuel pedro antonio francisco jesus javier rafael fernando alberto eduardo roberto ricardo sergio mario daniel david diego andres alejandro oscar cesar
  victor hector raul ramon enrique julio pablo angel martin arturo alfredo gustavo guillermo armando gerardo maria ana rosa carmen luz martha laura claudia patricia sandra gloria elena
  isabel garcia rodriguez martinez hernandez lopez gonzalez perez sanchez ramirez torres flores rivera gomez diaz cruz morales reyes ortiz gutierrez chavez ramos ruiz mendoza alvarez jimenez
  castillo vasquez romero moreno herrera medina castro vargas guzman fernandez munoz rojas salazar silva santos souza oliveira pereira lima costa ferreira rodrigues almeida alves ribeiro carvalho
  john james robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy
  jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry peter adam henry simon ian
  mary jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa betty margaret helen anna emma julia sophie kate jane alice
  smith johnson williams brown jones miller davis wilson anderson taylor moore jackson martin lee thompson white harris clark lewis robinson walker young allen king wright scott hill green
  adams nelson baker hall campbell mitchell carter roberts phillips evans turner parker collins edwards stewart morris murphy cook rogers morgan cooper peterson bailey reed kelly howard cox ward
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding
  ren yao lu shen zhong tan jia fan jin shi wei ming hong jun jian yong hui ping bin bo tao lei hao jie xin ying yan mei fang na min qiang gang bing chao dan
  kim park choi jung jeong kang cho yoon jang lim han oh seo shin kwon hwang ahn nguyen tran le pham hoang phan vu vo dang bui do ngo duong sato suzuki takahashi tanaka watanabe ito yamamoto nakamura
  kobayashi kato hiroshi takashi kenji
  ivan ivanov petrov sidorov alexander aleksandr sergei sergey vladimir dmitry dmitri andrei andrey alexei aleksey mikhail nikolai yuri viktor igor oleg anatoly pavel maxim maksim evgeny roman
  ivanovich petrovich nikolaevich vladimirovich alexandrovich aleksandrovich sergeevich mikhailovich viktorovich yurievich anatolyevich olga natalia elena tatiana irina svetlana ekaterina marina
  smirnov kuznetsov popov vasiliev sokolov mikhailov novikov fedorov morozov volkov alekseev lebedev semenov egorov pavlov kozlov stepanov nikolaev orlov andreev makarov zakharov
  mueller muller schmidt schneider fischer weber meyer wagner becker schulz hoffmann hans klaus peter wolfgang jurgen stefan andreas thomas jean pierre michel philippe alain jacques bernard
  dubois durand moreau laurent lefebvre leroy roux dupont giuseppe giovanni rossi russo ferrari mehmet ahmet mustafa huseyin yilmaz kaya demir sahin celik ozturk
  golden gold silver star stars blue red black white green sky sun sunrise sunset moon ocean sea river mountain hill valley pacific atlantic alpha beta gamma delta omega sigma nova apex summit pioneer
  horizon eagle falcon lion tiger dragon phoenix titan orion crystal diamond pearl royal crown prime premier first best top smart quick express classic modern future vision victory liberty freedom peace
  harmony unity alliance universal metro city urban capital line lines way path bridge gate tower castle house home garden park island bay beach rock stone fire water wind earth light bright
  american british german french italian spanish chinese russian indian turkish arab african brazil china india russia turkey france germany italy spain london paris dubai moscow beijing
  emmanuel joseph ibrahim musa ibrahima mamadou moussa amadou diallo traore kone mensah okafor adeyemi`)
