// Each mistake beside its mended twin: the one is found on its line, the other is not.
import { expect, test } from 'vitest'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { analyseSolidity } from '../../../processors/jobs/audit/solidity/engine.ts'
import { solidityRules } from '../../../processors/jobs/audit/solidity/rules/index.ts'
import { linesOf, type Twin, testTwins } from '../../support/solidity-findings.ts'

const inContract = (body: string, pragma = '0.8.24') => `pragma solidity ${pragma};\ncontract Till is Base {\n${body}\n}\n`

const books = 'mapping(address => uint) saved;\n'
const twins: readonly Twin[] = [
  [
    'reentrancy-value',
    4,
    inContract(
      `${books}function take() external { (bool ok, ) = msg.sender.call{value: saved[msg.sender]}(""); require(ok); saved[msg.sender] = 0; }`,
    ),
    inContract(
      `${books}function take() external { uint due = saved[msg.sender]; saved[msg.sender] = 0; (bool ok, ) = msg.sender.call{value: due}(""); require(ok); }`,
    ),
  ],
  [
    'reentrancy-value',
    5,
    inContract(
      `${books}function take() external { uint due = saved[msg.sender]; pay(due); saved[msg.sender] = 0; }\nfunction pay(uint due) internal { (bool ok, ) = msg.sender.call{value: due}(""); require(ok); }`,
    ),
    inContract(
      `${books}function take() external nonReentrant { uint due = saved[msg.sender]; pay(due); saved[msg.sender] = 0; }\nfunction pay(uint due) internal { (bool ok, ) = msg.sender.call{value: due}(""); require(ok); }`,
    ),
  ],
  [
    'unprotected-selfdestruct',
    3,
    inContract('function end() external { selfdestruct(payable(msg.sender)); }'),
    inContract('address owner; function end() external { require(msg.sender == owner); selfdestruct(payable(owner)); }'),
  ],
  [
    'unprotected-owner',
    3,
    inContract(
      'address owner; modifier mine() { require(msg.sender == owner); _; } function take(address to) external { owner = to; }',
    ),
    inContract(
      'address owner; modifier mine() { require(msg.sender == owner); _; } function take(address to) external mine { owner = to; }',
    ),
  ],
  [
    'payout-kept',
    4,
    inContract(`${books}function refund() external { payable(msg.sender).transfer(saved[msg.sender]); }`),
    inContract(
      `${books}function refund() external { uint due = saved[msg.sender]; saved[msg.sender] = 0; payable(msg.sender).transfer(due); }`,
    ),
  ],
  [
    'tx-origin',
    3,
    inContract('address owner; function set() external view { require(tx.origin == owner); }'),
    inContract('address owner; function set() external view { require(msg.sender == owner); require(tx.origin == msg.sender); }'),
  ],
  [
    'delegatecall-input',
    3,
    inContract('function run(address to, bytes calldata data) external { (bool ok, ) = to.delegatecall(data); require(ok); }'),
    inContract(
      'address owner; function run(address to, bytes calldata data) external { require(msg.sender == owner); (bool ok, ) = to.delegatecall(data); require(ok); }',
    ),
  ],
  [
    'unchecked-call',
    3,
    inContract('function pay(address payable to) external { to.send(1); }'),
    inContract('function pay(address payable to) external { require(to.send(1)); }'),
  ],
  [
    'arithmetic-wraps',
    3,
    inContract('uint all; function add(uint more) external { all += more; }', '^0.7.0'),
    inContract('uint all; function add(uint more) external { all += more; }', '^0.8.0'),
  ],
  [
    'arithmetic-unchecked',
    4,
    inContract(`${books}function take(uint due) external { unchecked { saved[msg.sender] -= due; } }`),
    inContract(
      `${books}function take(uint due) external { require(saved[msg.sender] >= due); unchecked { saved[msg.sender] -= due; } }`,
    ),
  ],
  [
    'divide-before-multiply',
    3,
    inContract('function fee(uint a, uint b) external pure returns (uint) { return a / 100 * b; }'),
    inContract('function fee(uint a, uint b) external pure returns (uint) { return a * b / 100; }'),
  ],
  [
    'unsafe-downcast',
    3,
    inContract('uint64 all; function put(uint more) external { all = uint64(more); }'),
    inContract('uint64 all; function put(uint more) external { require(more <= type(uint64).max); all = uint64(more); }'),
  ],
  [
    'weak-randomness',
    3,
    inContract(
      'function draw() external view returns (uint) { return uint(keccak256(abi.encodePacked(block.timestamp, block.prevrandao))); }',
    ),
    inContract('function draw(bytes32 seed) external pure returns (uint) { return uint(keccak256(abi.encodePacked(seed))); }'),
  ],
  [
    'stale-price',
    3,
    inContract(
      'IFeed feed; function price() external view returns (int) { (, int p, , , ) = feed.latestRoundData(); return p; }',
    ),
    inContract(
      'IFeed feed; function price() external view returns (int) { (, int p, , uint at, ) = feed.latestRoundData(); require(at > block.timestamp - 3600); return p; }',
    ),
  ],
  [
    'signature-replay',
    3,
    inContract(
      'address boss; function pay(uint n, uint8 v, bytes32 r, bytes32 s) external { require(ecrecover(keccak256(abi.encode(n)), v, r, s) == boss); total += n; } uint total;',
    ),
    inContract(
      'address boss; uint nonce; function pay(uint n, uint8 v, bytes32 r, bytes32 s) external { require(ecrecover(keccak256(abi.encode(n, nonce++)), v, r, s) == boss); total += n; } uint total;',
    ),
  ],
  [
    'push-in-loop',
    3,
    inContract(
      'address payable[] all; function pay() external { for (uint i = 0; i < all.length; i++) { all[i].transfer(1); } }',
    ),
    inContract('address payable[] all; function pay() external { for (uint i = 0; i < all.length; i++) { all[i].send(1); } }'),
  ],
  [
    'msg-value-in-loop',
    3,
    inContract(
      'uint sum; function buy(uint n) external payable { for (uint i = 0; i < n; i++) { require(msg.value >= 1); sum++; } }',
    ),
    inContract(
      'uint sum; function buy(uint n) external payable { require(msg.value >= n); for (uint i = 0; i < n; i++) { sum++; } }',
    ),
  ],
  [
    'exact-balance',
    3,
    inContract('function open() external view { require(address(this).balance == 10); }'),
    inContract('function open() external view { require(address(this).balance >= 10); }'),
  ],
]

testTwins(twins)

test('a lock on one function of two that share state leaves the other open', () => {
  const text = inContract(
    `${books}function take() external { (bool ok, ) = msg.sender.call{value: 1}(""); require(ok); saved[msg.sender] = 0; }\nfunction move(address to) external { saved[to] += saved[msg.sender]; saved[msg.sender] = 0; }`,
  )
  expect(linesOf('reentrancy-value', text)).toEqual([4])
})

test('a branch that returns after its call is no way to a write behind it', () => {
  const text = inContract(
    `${books}function take(bool now_) external { if (now_) { (bool ok, ) = msg.sender.call{value: 1}(""); require(ok); return; } saved[msg.sender] = 0; }`,
  )
  expect(linesOf('reentrancy-value', text)).toEqual([])
})

test('what a modifier of an inherited contract guards is guarded, in another file too', () => {
  const base = {
    path: 'own.sol',
    text: 'pragma solidity 0.8.24; contract Own { address boss; modifier mine() { if (msg.sender != boss) revert(); _; } }',
  }
  const door = {
    path: 'door.sol',
    text: 'pragma solidity 0.8.24; import "./own.sol"; contract Door is Own { function end() external mine { selfdestruct(payable(boss)); } }',
  }
  expect(findingsOf(analyseSolidity([base, door]), [base, door], solidityRules).map((one) => one.detector)).not.toContain(
    'unprotected-selfdestruct',
  )
  expect(analyseSolidity([base, door]).unresolved).toEqual([])
  expect(analyseSolidity([door]).unresolved).toEqual(['./own.sol'])
})

test('the same source gets the same findings, in whatever order its files come', () => {
  const files = twins
    .slice(0, 8)
    .map(([, , text], i) => ({ path: `f${i}.sol`, text: text.replace('contract Till', `contract Till${i}`) }))
  const first = JSON.stringify(findingsOf(analyseSolidity(files), files, solidityRules))
  expect(JSON.stringify(findingsOf(analyseSolidity(files), files, solidityRules))).toBe(first)
  const turned = [...files].reverse()
  expect(JSON.stringify(findingsOf(analyseSolidity(turned), turned, solidityRules))).toBe(first)
})

test('every rule has its words, its number of a public list, and a name of its own', () => {
  expect(new Set(solidityRules.map(({ id }) => id)).size).toBe(solidityRules.length)
  for (const { id, why, fix, cwe, confidence } of solidityRules) {
    expect(
      [id, why, fix].every((words) => words.length > 5),
      id,
    ).toBe(true)
    expect(cwe, id).toMatch(/^CWE-\d+$/)
    expect(confidence).toBeGreaterThan(0)
  }
})
