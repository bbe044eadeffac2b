// What a contract does for strangers, each shape beside its mended twin: the one is found on its line, the other is not.
import { expect, test } from 'vitest'
import { found, type Twin, testTwins } from '../../support/solidity-findings.ts'

const inContract = (body: string, pragma = '0.8.24') => `pragma solidity ${pragma};\ncontract Till {\n${body}\n}\n`
const owned = 'address owner = msg.sender; '
const asksOwner = 'require(msg.sender == owner);'

const twins: readonly Twin[] = [
  [
    'arbitrary-call',
    3,
    inContract('uint n; function go(address to, bytes calldata data) external { (bool ok,) = to.call(data); require(ok); }'),
    inContract(
      `${owned}function go(address to, bytes calldata data) external { ${asksOwner} (bool ok,) = to.call(data); require(ok); }`,
    ),
  ],
  [
    'arbitrary-call',
    3,
    inContract(
      'uint n; function go(address to, bytes memory data) external { Address.functionCall(to, data); to.functionCall(data); }',
    ),
    inContract(
      'mapping(address => bool) known; function go(address to, bytes memory data) external { require(known[to]); to.functionCall(data); }',
    ),
  ],
  [
    'arbitrary-call',
    3,
    inContract(
      'uint n; function go(address[] calldata to, bytes[] calldata data) external { for (uint i; i < to.length; i++) { (bool ok,) = to[i].call(data[i]); require(ok); } }',
    ),
    inContract(
      'uint n; function go(address to, uint a) external { (bool ok,) = to.call(abi.encodeWithSignature("f(uint256)", a)); require(ok); }',
    ),
  ],
  [
    'unprotected-tokens',
    3,
    inContract('function sweep(IERC20 token, uint n) external { token.transfer(msg.sender, n); }'),
    inContract(`${owned}function sweep(IERC20 token, uint n) external { ${asksOwner} token.transfer(msg.sender, n); }`),
  ],
  [
    'unprotected-tokens',
    3,
    inContract('IERC20 token; function out(address to) external { token.safeTransfer(to, token.balanceOf(address(this))); }'),
    inContract(
      'IERC20 token; mapping(address => uint) has; function out(uint n) external { has[msg.sender] -= n; token.safeTransfer(msg.sender, n); }',
    ),
  ],
  [
    'unprotected-withdraw',
    3,
    inContract('function out(uint n) external { require(address(this).balance >= n); payable(msg.sender).transfer(n); }'),
    inContract(
      'mapping(address => uint) has; function out(uint n) external { require(has[msg.sender] >= n); has[msg.sender] -= n; payable(msg.sender).transfer(n); }',
    ),
  ],
  [
    'unprotected-withdraw',
    3,
    inContract(
      'function out(address payable to, uint n) external { (bool sent,) = to.call{value: n}(""); if (!sent) revert(); }',
    ),
    inContract(
      'function out(address payable to) external payable { (bool sent,) = to.call{value: msg.value}(""); if (!sent) revert(); }',
    ),
  ],
  [
    'share-inflation',
    3,
    inContract(
      'IERC20 coin; uint totalSupply; function toShares(uint n) public view returns (uint) { return totalSupply == 0 ? n : n * totalSupply / coin.balanceOf(address(this)); }',
    ),
    inContract(
      'IERC20 coin; uint totalSupply; function toShares(uint n) public view returns (uint) { return totalSupply == 0 ? n : n * (totalSupply + 1) / (coin.balanceOf(address(this)) + 1); }',
    ),
  ],
  [
    'share-inflation',
    4,
    inContract(
      'IERC20 coin; uint totalShares; function totalAssets() public view returns (uint) { return coin.balanceOf(address(this)); }\nfunction put(uint n) external { uint shares; if (totalShares == 0) shares = n; else shares = n * totalShares / totalAssets(); totalShares += shares; }',
    ),
    inContract(
      'IERC20 coin; uint totalShares; uint kept; function totalAssets() public view returns (uint) { return kept; }\nfunction put(uint n) external { uint shares; if (totalShares == 0) shares = n; else shares = n * totalShares / totalAssets(); totalShares += shares; kept += n; }',
    ),
  ],
  [
    'vote-by-balance',
    3,
    inContract(
      'IERC20 coin; mapping(uint => uint) sum; function vote(uint id) external { sum[id] += coin.balanceOf(msg.sender); }',
    ),
    inContract(
      'IVotes coin; mapping(uint => uint) sum; function vote(uint id, uint at) external { sum[id] += coin.getPastVotes(msg.sender, at); }',
    ),
  ],
  [
    'vote-by-balance',
    3,
    inContract('IERC20 coin; uint open; function propose() external { require(coin.balanceOf(msg.sender) > 100); open++; }'),
    inContract(
      'IERC20 coin; uint open; mapping(address => uint) locked; function propose(uint n) external { coin.transferFrom(msg.sender, address(this), n); locked[msg.sender] += n; open++; }',
    ),
  ],
  [
    'gas-griefing',
    3,
    inContract(
      'mapping(bytes32 => bool) executed; function relay(address to, bytes calldata data) external { executed[keccak256(data)] = true; (bool ok,) = to.call(data); emit Done(ok); } event Done(bool ok);',
    ),
    inContract(
      'mapping(bytes32 => bool) executed; function relay(address to, bytes calldata data) external { executed[keccak256(data)] = true; (bool ok,) = to.call(data); require(ok); }',
    ),
  ],
  [
    'kept-secret',
    3,
    inContract(
      'bytes32 private password; function open(bytes32 word) external view returns (bool) { require(word == password); return true; }',
    ),
    inContract(
      'bytes32 private passwordHash; function open(string calldata word) external view returns (bool) { require(keccak256(bytes(word)) == passwordHash); return true; }',
    ),
  ],
  [
    'kept-secret',
    3,
    inContract(
      'bytes32[3] private data; bool locked; function unlock(bytes16 key) external { require(key == bytes16(data[2])); locked = false; }',
    ),
    inContract('bytes32[3] public data; uint private at; function move(uint to) external { require(to == at); at++; }'),
  ],
  [
    'proxy-storage',
    3,
    inContract(
      'address code;\nfallback() external payable { address to = code; assembly { let r := delegatecall(gas(), to, 0, 0, 0, 0) } }',
    ),
    inContract(
      'address immutable code = msg.sender;\nfallback() external payable { address to = code; assembly { let r := delegatecall(gas(), to, 0, 0, 0, 0) } }',
    ),
  ],
  [
    'shadowed-write',
    3,
    inContract('uint saved; function set(uint saved) external { saved += saved; }'),
    inContract('uint saved; function set(uint n) external { saved += n; }'),
  ],
  [
    'zero-address',
    3,
    inContract('address owner; constructor(address first) { owner = first; }'),
    inContract('address owner; constructor(address first) { require(first != address(0)); owner = first; }'),
  ],
]

testTwins(twins)

test('a signature that is marked by its own bytes has a second form; marked by what was signed it is a note', () => {
  const claim = (key: string) =>
    inContract(
      `address signer; mapping(bytes32 => bool) used; function claim(bytes32 hash, uint8 v, bytes32 r, bytes32 s) external { require(!used[${key}]); used[${key}] = true; address who = ecrecover(hash, v, r, s); require(who != address(0) && who == signer); }`,
    )
  const severities = (text: string) =>
    found(text).flatMap((one) => (one.detector === 'signature-malleable' ? [one.severity] : []))
  expect(severities(claim('keccak256(abi.encode(v, r, s))'))).toEqual(['medium'])
  expect(severities(claim('hash'))).toEqual(['low'])
  const bound = 'require(uint256(s) <= 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0);'
  expect(severities(claim('hash').replace('address who', `${bound} address who`))).toEqual([])
})
