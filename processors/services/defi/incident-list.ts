// Losses of protocols that were made public: day, slug or family of slugs, name, millions of dollars lost then, cause, report.

/** Nothing after this day is in the list. */
export const incidentsKnownTo = '2026-08-20'

export const incidentList = `
2026-07-06 | summer.fi | Summer.fi | 6 | share price raised with a depegged stablecoin | https://etherscan.io/tx/0x0db528c44f23fc7fa4544684a2fab81096450a14aae8bc89f42cd0592d43da12
2026-06-14 | aztec | Aztec Connect | 2.19 | proof and settlement disagreed on what was settled | https://www.cryptotimes.io/2026/06/15/aztec-exploit-drains-2-19m-from-dormant-privacy-protocol/
2026-05-17 | verus-bridge | Verus Bridge | 11.58 | insufficient validation | https://x.com/VerusCoin/status/2057465214975492358
2026-05-07 | trustedvolumes | TrustedVolumes | 5.87 | signature replay | https://rekt.news/trustedvolumes-rekt
2026-05-05 | ekubo | Ekubo | 1.4 | flaw of logic | https://x.com/EkuboProtocol/status/2051754481465856038
2026-04-23 | giddy | Giddy | 1.3 | signature that did not cover everything | https://x.com/DefimonAlerts/status/2047334517535642024
2026-02-15 | moonwell | Moonwell | 1.78 | faulty oracle of cbETH | https://forum.moonwell.fi/t/mip-x43-cbeth-oracle-incident-summary/2068
2026-01-20 | makina | Makina | 5.1 | price oracle manipulation | https://x.com/TenArmorAlert/status/2013460083078836342
2025-12-01 | yearn | Yearn yETH | 9 | arithmetic that was not checked | https://x.com/Togbe0x/status/1995241372354539621
2025-11-04 | moonwell | Moonwell | 1 | faulty oracle | https://www.halborn.com/blog/post/explained-the-moonwell-hack-november-2025
2025-11-03 | balancer-v2 | Balancer V2 | 120 | loss of precision | https://x.com/SlowMist_Team/status/1986379316935205299
2025-10-04 | abracadabra | Abracadabra | 1.7 | check of solvency bypassed | https://x.com/Phalcon_xyz/status/1974532815208485102
2025-07-09 | gmx-v1 | GMX V1 | 41 | share price manipulation | https://x.com/GMX_IO/status/1943336664102756471
2025-06-26 | resupply | Resupply | 9.6 | share price manipulation | https://x.com/ResupplyFi/status/1938927974272938420
2025-05-28 | cork | Cork | 12 | access control | https://x.com/SlowMist_Team/status/1928100756156194955
2025-03-05 | 1inch | 1inch Fusion V1 | 4.5 | corrupted call data | https://blog.decurity.io/yul-calldata-corruption-1inch-postmortem-a7ea7a53bfd9
2024-11-19 | polter-finance | Polter Finance | 7 | flash loan attack | https://x.com/Bcpaintball26/status/1857865758551805976
2024-09-26 | onyx | Onyx | 3.8 | fake market | https://x.com/peckshield/status/1839302663680438342
2024-09-26 | bedrock | Bedrock | 1.7 | minted at a wrong rate | https://x.com/certikalert/status/1839403126694326374
2024-09-20 | shezmu | Shezmu | 4.9 | access control | https://x.com/shoucccc/status/1837228053862437244
2024-09-03 | penpie | Penpie | 27.3 | reentrancy | https://x.com/peckshield/status/1831072098669953388
2024-06-10 | uwu-lend | UwU Lend | 19.3 | price manipulation | https://x.com/peckshield/status/1800176089316163831
2024-06-01 | velocore | Velocore | 6.88 | access control | https://x.com/BeosinAlert/status/1797247874528645333
2024-05-14 | sonne-finance | Sonne Finance | 20 | loss of precision | https://neptunemutual.com/blog/taking-a-closer-look-at-sonne-finance-exploit/
2024-04-19 | hedgey | Hedgey | 48 | flaw of logic | https://x.com/Cube3AI/status/1781294512716820918
2024-03-29 | prisma | Prisma | 11 | insufficient validation | https://x.com/EXVULSEC/status/1773371049951797485
2024-03-05 | woofi | WOOFi | 8 | price manipulation | https://x.com/PeckShieldAlert/status/1765054155478175943
2024-02-28 | seneca | Seneca | 6 | arbitrary external call | https://x.com/Phalcon_xyz/status/1763045563040411876
2024-02-23 | blueberry | Blueberry | 1.4 | flaw of logic | https://x.com/blueberryFDN/status/1760865357236211964
2024-01-30 | abracadabra | Abracadabra | 6.5 | loss of precision | https://x.com/Phalcon_xyz/status/1752278614551216494
2024-01-12 | socket | Socket | 3.3 | call data not validated | https://x.com/peckshield/status/1747353782004900274
2024-01-04 | gamma | Gamma | 6.3 | price manipulation | https://x.com/shoucccc/status/1742765618984829326
2024-01-02 | radiant | Radiant | 4.5 | loss of precision | https://neptunemutual.com/blog/how-was-radiant-capital-exploited/
2024-01-01 | orbit-bridge | Orbit Chain | 81 | incorrect input validation | https://blog.solidityscan.com/orbit-chain-hack-analysis-b71c36a54a69
2023-11-22 | kyberswap-elastic | KyberSwap Elastic | 48 | loss of precision | https://blocksec.com/blog/yet-another-tragedy-of-precision-loss-an-in-depth-analysis-of-the-kyber-swap-incident-1
2023-11-10 | raft | Raft | 3.2 | rounding of an inflated rate | https://x.com/BlockSecTeam/status/1723229393529835972
2023-10-12 | platypus | Platypus | 2 | flaw of logic | https://x.com/peckshield/status/1712354198246035562
2023-08-27 | balancer-v2 | Balancer V2 | 2 | rounding | https://medium.com/balancer-protocol/rate-manipulation-in-balancer-boosted-pools-technical-postmortem-53db4b642492
2023-08-18 | exactly | Exactly | 7 | insufficient validation | https://medium.com/@exactly_protocol/exactly-protocol-incident-post-mortem-b4293d97e3ed
2023-08-14 | zunami | Zunami | 2 | price manipulation | https://x.com/peckshield/status/1690877589005778945
2023-07-30 | curve-dex | Curve | 41 | compiler bug let calls reenter | https://hackmd.io/@LlamaRisk/BJzSKHNjn
2023-07-21 | conic | Conic | 3.25 | read-only reentrancy | https://medium.com/@ConicFinance/post-mortem-eth-and-crvusd-omnipool-exploits-c9c7fa213a3d
2023-04-15 | hundred-finance | Hundred Finance | 7 | rounding of an inflated rate | https://x.com/peckshield/status/1647307128267476992
2023-04-13 | yearn | Yearn | 11.6 | misconfiguration | https://x.com/cmichelio/status/1646422861219807233
2023-03-13 | euler-v1 | Euler V1 | 200 | flaw of logic | https://x.com/FrankResearcher/status/1635241475989721089
2023-02-17 | platypus | Platypus | 8.5 | flaw of logic | https://x.com/peckshield/status/1626367531480125440
2023-02-10 | dforce | dForce | 3.65 | read-only reentrancy | https://x.com/SlowMist_Team/status/1623956763598000129
2023-02-03 | orion | Orion | 3 | reentrancy | https://x.com/peckshield/status/1621337925228306433
2023-02-02 | bonqdao | BonqDAO | 88 | price oracle manipulation | https://x.com/SlowMist_Team/status/1621087651158966274
2022-12-11 | lodestar | Lodestar | 4 | price manipulation | https://blog.lodestarfinance.io/post-mortem-summary-13f5fe0bb336
2022-10-02 | transit | Transit Swap | 21 | incorrect validation of an owner | https://x.com/TransitFinance/status/1576463550557483008
2022-08-02 | nomad | Nomad | 152 | access control | https://www.certik.com/resources/blog/28fMavD63CpZJOKOjb9DX3-nomad-bridge-exploit-incident-analysis
2022-06-24 | harmony | Horizon Bridge | 100 | keys compromised | https://x.com/harmonyprotocol/status/1540110924400324608
2022-04-30 | saddle | Saddle | 10 | mispriced swap | https://medium.com/immunefi/hack-analysis-saddle-finance-april-2022-f2bcb119f38
2022-04-30 | rari | Rari and Fei | 80 | reentrancy | https://certik.medium.com/fei-protocol-incident-analysis-8527440696cc
2022-04-28 | deus | DEUS | 13 | price oracle manipulation | https://x.com/peckshield/status/1519531866109317121
2022-04-16 | beanstalk | Beanstalk | 182 | governance taken with a flash loan | https://rekt.news/beanstalk-rekt/
2022-03-29 | ronin | Ronin Bridge | 624 | keys compromised | https://rekt.news/ronin-rekt/
2022-02-06 | meter | Meter | 4.3 | flaw of a bridge | https://blog.chainsafe.io/breaking-down-the-meter-io-hack-a46a389e7ae4
2022-01-28 | qubit | Qubit | 80 | deposit of nothing was taken for one | https://rekt.news/qubit-rekt/
2022-01-18 | multichain | Multichain | 1.4 | token not validated | https://medium.com/zengo/without-permit-multichains-exploit-explained-8417e8c1639b
2021-10-27 | cream | Cream | 130 | price manipulation | https://medium.com/immunefi/hack-analysis-cream-finance-oct-2021-fc222d913fc5
2021-10-15 | indexed-finance | Indexed Finance | 16 | price manipulation | https://blocksecteam.medium.com/the-analysis-of-indexed-finance-security-incident-8a62b9799836
2021-08-11 | poly-network | Poly Network | 611 | bridge keeper replaced | https://rekt.news/polynetwork-rekt/
2021-02-04 | yearn | Yearn | 11 | slippage not bounded | https://github.com/yearn/yearn-security/blob/master/disclosures/2021-02-04.md
`
