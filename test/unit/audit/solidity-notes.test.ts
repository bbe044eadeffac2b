// What a reader of Solidity should look at twice, each beside its mended twin: the one is found on its line, the other is not.
import { expect, test } from 'vitest'
import { found, type Twin, testTwins } from '../../support/solidity-findings.ts'

const inContract = (body: string, pragma = '0.8.24') => `pragma solidity ${pragma};\ncontract Till {\n${body}\n}\n`
const asked = 'interface IList { function put(address who) external returns (bool); }\n'
const roles = (write: string) =>
  inContract(
    `mapping(address => bool) helpers; modifier helping() { require(helpers[msg.sender]); _; }\nfunction add(address who) external { ${write} helpers[who] = true; }\nfunction pay() external helping { payable(msg.sender).transfer(1); }`,
  )
const order = (more: string, check: string) =>
  inContract(
    `uint public price; address owner; mapping(address => uint) kept;\nfunction buy(uint n${more}) external payable { ${check} kept[msg.sender] += n; require(msg.value == n * price); }\nfunction set(uint to) external { require(msg.sender == owner); price = to; }`,
  )
const twins: readonly Twin[] = [
  [
    'shadowed-local',
    [3],
    inContract('uint limit; function set(uint to) external { uint limit = to; }'),
    inContract('uint limit; function set(uint to) external { limit = to; }'),
  ],
  [
    'unchecked-answer',
    [5],
    `${asked}contract Till { IList list; uint count;\nfunction a() external {}\nfunction put(address who) external {\nlist.put(who); count++; } }`,
    `${asked}contract Till { IList list; uint count;\nfunction a() external {}\nfunction put(address who) external {\nrequire(list.put(who)); count++; } }`,
  ],
  [
    'arithmetic-unchecked',
    [4],
    inContract(
      'mapping(address => uint) kept; function put(uint n, uint m) external { uint sum;\nassembly { sum := add(n, m) } kept[msg.sender] = sum; }',
    ),
    inContract(
      'mapping(address => uint) kept; function put(uint n, uint m) external { uint sum;\nassembly { sum := add(n, m) if lt(sum, n) { revert(0, 0) } } kept[msg.sender] = sum; }',
    ),
  ],
  [
    'arithmetic-unchecked',
    [3],
    inContract('function sum(uint n, uint m) external pure returns (uint) { unchecked { return n + m; } }'),
    inContract('function sum(uint n, uint m) external pure returns (uint) { return n + m; }'),
  ],
  ['unprotected-owner', [4], roles(''), roles('require(helpers[msg.sender]);')],
  [
    'last-comer',
    [4],
    inContract(
      'address winner; uint most; function play(uint n) external { require(n > most); most = n;\nwinner = msg.sender; }',
    ),
    inContract(
      'address winner; uint most; function play(uint n) external { require(n > most); most = n;\nwinner = address(0); }',
    ),
  ],
  ['price-moves', [4, 5], order('', ''), order(', uint maxPrice', 'require(price <= maxPrice);')],
  [
    'reentrancy-told',
    [5],
    inContract(
      'event Count(uint n); uint count; function visit(address who) external { count += 1;\nIList(who).put(who);\nemit Count(count); }',
    ),
    inContract(
      'event Count(uint n); uint count; function visit(address who) external { count += 1;\nemit Count(count);\nIList(who).put(who); }',
    ),
  ],
  [
    'unsafe-downcast',
    [4],
    inContract('function take(int n) external { require(n < 9 ether);\npayable(msg.sender).transfer(uint(n)); }'),
    inContract('function take(int n) external { require(n > 0 && n < 9 ether);\npayable(msg.sender).transfer(uint(n)); }'),
  ],
  [
    'price-changed-first',
    [4, 5],
    inContract(
      'uint reward; address owner;\nfunction pay() external { payable(msg.sender).transfer(reward); }\nfunction set(uint to) external { require(msg.sender == owner); reward = to; }',
    ),
    inContract(
      'uint reward; address owner;\nfunction pay() external { payable(msg.sender).transfer(reward); }\nfunction put() external payable { reward += msg.value; }',
    ),
  ],
]

testTwins(twins)

test('a cast of what the contract holds is a note, of what the caller gives a finding', () => {
  const cast = (from: string) =>
    found(inContract(`uint held; uint8 kept; function cut(uint given) external { kept = uint8(${from}); held = given; }`))
      .filter(({ detector }) => detector === 'unsafe-downcast')
      .map(({ severity }) => severity)
  expect(cast('held')).toEqual(['low'])
  expect(cast('given')).toEqual(['medium'])
})

test('of a signed hash that the caller brings it is not known whether a nonce is in it', () => {
  const signed = (params: string, hash: string) =>
    found(
      inContract(
        `address signer; mapping(address => uint) kept; function take(${params}uint n, uint8 v, bytes32 r, bytes32 s) external { require(ecrecover(${hash}, v, r, s) == signer); kept[msg.sender] += n; }`,
      ),
    )
      .filter(({ detector }) => detector === 'signature-replay')
      .map(({ severity }) => severity)
  expect(signed('bytes32 hash, ', 'hash')).toEqual(['low'])
  expect(signed('', 'keccak256(abi.encode(msg.sender, n))')).toEqual(['high'])
})
