// What Solidity's rules tell once, and what they do not take for something else: dropped answers, names of errors, lists of a fixed length.
import { expect, test } from 'vitest'
import { found } from '../../support/solidity-findings.ts'

const told = (text: string, detector: string) =>
  found(text).flatMap((one) => (one.detector === detector ? [`${one.severity} ${one.line_start}`] : []))

test('a function that drops one answer after another is told once, and a dropped delegatecall is a note', () => {
  const till = (body: string) =>
    `pragma solidity 0.4.26;\ncontract Till {\naddress a; address b; address code;\nfunction pay() public {\n${body}\n}\n}\n`
  expect(told(till('a.send(1);\nb.send(1);'), 'unchecked-call')).toEqual(['medium 5', 'low 6'])
  expect(told(till('code.delegatecall(msg.data);'), 'unchecked-call')).toEqual(['low 5'])
  expect(told(till('require(a.send(1));'), 'unchecked-call')).toEqual([])
})

test('what an error is called does not make a signature one that is used up', () => {
  const vault = (more: string) => `pragma solidity 0.8.26;
contract Vault {
  error SignatureReplayed(); error PaymentInvalidated();
  address owner; mapping(bytes32 => bool) used;
  function pay(address to, uint n, uint8 v, bytes32 r, bytes32 s) external {
    bytes32 hash = keccak256(abi.encode(to, n));
    if (ecrecover(hash, v, r, s) != owner) revert SignatureReplayed();
    ${more}
    (bool sent, ) = to.call{value: n}("");
    require(sent, PaymentInvalidated());
  }
}
`
  expect(told(vault(''), 'signature-replay').map((one) => one.split(' ')[0])).toEqual(['high'])
  expect(told(vault('require(!used[hash]); used[hash] = true;'), 'signature-replay')).toEqual([])
})

test('a list of a fixed length is never empty', () => {
  const check = (length: string) => `pragma solidity 0.8.24;
contract Council {
  address[2] owners;
  function check(bytes32 hash, bytes[${length}] memory sigs) public view returns (bool) {
    for (uint i = 0; i < sigs.length; i++) {
      if (ECDSA.recover(hash, sigs[i]) != owners[i]) return false;
    }
    return true;
  }
}
`
  expect(told(check(''), 'empty-list')).toEqual(['high 5'])
  expect(told(check('2'), 'empty-list')).toEqual([])
})

test('an answer whose hash stands in the contract is seen by whoever watches, however it is compared', () => {
  const quiz = (check: string) => `pragma solidity 0.8.24;
contract Quiz {
  bytes32 public constant wanted = 0x72713d2d8ce8ee141e4e6c2cea57d07d08f80cf040c0785cb486d47981c38657;
  function solve(string memory answer) public {
    ${check}
    payable(msg.sender).transfer(1);
  }
}
`
  expect(told(quiz('if (wanted != keccak256(abi.encodePacked(answer))) revert();'), 'secret-in-open')).toEqual(['medium 5'])
  expect(told(quiz('if (wanted != keccak256(abi.encodePacked(answer, msg.sender))) revert();'), 'secret-in-open')).toEqual([])
})
