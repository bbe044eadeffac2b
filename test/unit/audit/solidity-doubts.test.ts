// What is told of Solidity only where it does harm: books of others, pools without a least amount, and what is a note beside it.
import { expect, test } from 'vitest'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { analyseSolidity } from '../../../processors/jobs/audit/solidity/engine.ts'
import { solidityRules } from '../../../processors/jobs/audit/solidity/rules/index.ts'

const look = (body: string, before = '') => {
  const given = [{ path: 'a.sol', text: `pragma solidity 0.8.24;\n${before}\ncontract A {\n${body}\n}` }]
  const analysis = analyseSolidity(given)
  return { findings: findingsOf(analysis, given, solidityRules), notExamined: analysis.notExamined }
}
const severities = (detector: string, body: string, before = '') =>
  look(body, before).findings.flatMap((one) => (one.detector === detector ? [one.severity] : []))

const books =
  'mapping(address => uint256) public balances; function pay() external payable { balances[msg.sender] += msg.value; }'
const take = (check: string) =>
  `${books} function take(address from) external { ${check} uint256 amount = balances[from]; balances[from] = 0; payable(msg.sender).transfer(amount); }`

test('what another one’s books hold is not paid to the caller', () => {
  expect(severities('others-share-paid', take(''))).toEqual(['high'])
  expect(severities('others-share-paid', take('require(from == msg.sender);'))).toEqual([])
})

test('that the balance is more than nothing keeps nobody away from it', () => {
  const all = (check: string) =>
    `address owner = msg.sender; receive() external payable {} function all() external { uint256 total = address(this).balance; ${check} (bool ok,) = msg.sender.call{value: total}(""); require(ok); }`
  expect(severities('unprotected-withdraw', all('require(total > 0);'))).toEqual(['critical'])
  expect(severities('unprotected-withdraw', all('require(msg.sender == owner);'))).toEqual([])
})

test('a pool that trades asks for the least that its caller wants', () => {
  const pool = (params: string, check: string) =>
    `uint256 a = 1; uint256 b = 1; mapping(address => uint256) held; function swap(uint256 x${params}) external { uint256 out = (a * x) / (b + x); ${check} a -= out; b += x; held[msg.sender] -= x; payable(msg.sender).transfer(out); }`
  expect(severities('no-slippage', pool('', ''))).toEqual(['medium'])
  expect(severities('no-slippage', pool(', uint256 least', 'require(out >= least);'))).toEqual([])
})

test('a sum that is counted by the balance is reached by whoever sends a coin unasked', () => {
  const game = (sum: string) =>
    `uint256 constant goal = 7 ether; uint256 paid; address winner; function play() external payable { paid += msg.value; require(${sum} <= goal); if (${sum} == goal) winner = msg.sender; }`
  expect(severities('exact-balance', game('address(this).balance')).length).toBeGreaterThan(0)
  expect(severities('exact-balance', game('paid'))).toEqual([])
})

test('a signer that is asked who it is, is not nobody', () => {
  const signed = (asks: string) =>
    `address admin; mapping(bytes32 => bool) used; constructor() { admin = msg.sender; } function go(bytes32 h, uint8 v, bytes32 r, bytes32 s) external { require(!used[h]); used[h] = true; address who = ecrecover(h, v, r, s); require(${asks}); }`
  expect(severities('ecrecover-zero', signed('who == admin'))).toEqual([])
  expect(severities('ecrecover-zero', signed('who == msg.sender'))).toEqual([])
  expect(severities('ecrecover-zero', signed('who != address(1)'))).toEqual(['low'])
})

test('an answer that its sender committed to is of no use to others', () => {
  const game = (commit: string) =>
    `bytes32 constant target = 0x0; mapping(address => bytes32) commits; function commit(bytes32 c) external { commits[msg.sender] = c; } function solve(string memory answer, string memory salt) external { ${commit} require(keccak256(bytes(answer)) == target); payable(msg.sender).transfer(1 ether); }`
  expect(severities('secret-in-open', game(''))).toEqual(['medium'])
  const kept = 'bytes32 own = keccak256(abi.encode(msg.sender, answer, salt)); require(own == commits[msg.sender]);'
  expect(severities('secret-in-open', game(kept))).toEqual([])
})

test('a stranger’s call is a note where nothing lies in the contract, a cleared list where nobody else adds to it', () => {
  const relay =
    'mapping(bytes32 => bool) done; function run(address to, bytes calldata data) external { (bool ok,) = to.call(data); require(ok); }'
  expect(severities('arbitrary-call', relay)).toEqual(['low'])
  expect(severities('arbitrary-call', `${relay} receive() external payable {}`)).toEqual(['high'])
  const list = (who: string) =>
    `address owner = msg.sender; address[] names; function add() external { ${who} names.push(msg.sender); } function clear() external { require(msg.sender == owner); delete names; }`
  expect(severities('clears-array', list(''))).toEqual(['medium'])
  expect(severities('clears-array', list('require(msg.sender == owner);'))).toEqual(['low'])
})

test('whoever attacks another contract that was given is left out and named, and judged where it stands alone', () => {
  const attack = 'contract Attacker { function end() external { selfdestruct(payable(msg.sender)); } }'
  const beside = look('uint256 public x;', attack)
  expect(beside.findings.filter(({ detector }) => detector === 'unprotected-selfdestruct')).toEqual([])
  expect(beside.notExamined).toContain('attacking contract Attacker')
  const given = [{ path: 'a.sol', text: `pragma solidity 0.8.24; ${attack}` }]
  const alone = findingsOf(analyseSolidity(given), given, solidityRules)
  expect(alone.map(({ detector }) => detector)).toContain('unprotected-selfdestruct')
})
