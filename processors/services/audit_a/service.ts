// Solidity: contracts read for known mistakes, with what each allows and how it is mended.
import { auditService } from '../../families/audit.ts'

const example = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

contract Piggy {
    mapping(address => uint256) public saved;

    function put() external payable {
        saved[msg.sender] += msg.value;
    }

    function take() external {
        (bool ok, ) = msg.sender.call{value: saved[msg.sender]}("");
        require(ok);
        saved[msg.sender] = 0;
    }
}
`

export default auditService({
  label: 'audit_a',
  language: 'solidity',
  title: 'Solidity audit',
  description:
    'Solidity source judged by some eighty detectors over its syntax tree, calls within the project followed: severity, line, evidence, exploit sketch and fix, with measured precision and recall.',
  summary:
    'Audit of Solidity source, of a verified contract or of a public repository: findings with line, cause, exploit sketch and fix',
  tags: ['audit', 'security', 'solidity'],
  takesAddress: true,
  example,
})
