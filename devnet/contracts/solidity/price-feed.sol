// SPDX-License-Identifier: MIT
// A price feed that anyone may set: what the demo chain's oracles answer is decided by its price walk.
pragma solidity ^0.8.24;

contract PriceFeed {
    int256 public latestAnswer;
    uint256 private round;
    uint256 private updatedAt;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(int256 answer) {
        set(answer);
    }

    function set(int256 answer) public {
        latestAnswer = answer;
        updatedAt = block.timestamp;
        emit AnswerUpdated(answer, ++round, block.timestamp);
    }

    function decimals() external pure returns (uint8) {
        return 8;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (uint80(round), latestAnswer, updatedAt, updatedAt, uint80(round));
    }
}
