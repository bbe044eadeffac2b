// SPDX-License-Identifier: MIT
// A launch that is bought as soon as it is there: the token, and who makes its pool and lets buyers in within one transaction.
pragma solidity ^0.8.24;

import {SpecimenFactory, SpecimenPool} from "./specimen-pools.sol";
import {Token} from "./specimens.sol";

interface IDollar {
    function mint(address to, uint256 value) external;
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

contract SnipedToken is Token {
    constructor() {
        (name, symbol) = ("Sniped Demo Token", "SNIPED");
        create(msg.sender, 1_000_000 ether);
    }
}

contract LaunchDesk {
    /// Whoever calls and each of the buyers has let this spend what it takes; the buyers get `each` of the token.
    function launch(
        SpecimenFactory factory,
        SnipedToken token,
        IDollar dollar,
        uint256 tokens,
        uint256 dollars,
        address[] calldata buyers,
        uint256 each
    ) external {
        SpecimenPool pool = SpecimenPool(factory.createPair(address(token), address(dollar)));
        require(token.transferFrom(msg.sender, address(pool), tokens), "not sent");
        dollar.mint(address(pool), dollars);
        pool.mint(address(0xdEaD));
        bool isFirst = pool.token0() == address(token);
        for (uint256 i = 0; i < buyers.length; i++) {
            uint256 paid = dollars * each * 1000 / ((tokens - each) * 997) + 1;
            require(dollar.transferFrom(buyers[i], address(pool), paid), "not paid");
            pool.swap(isFirst ? each : 0, isFirst ? 0 : each, buyers[i]);
            (tokens, dollars) = (tokens - each, dollars + paid);
        }
    }
}
