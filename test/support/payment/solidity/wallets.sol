// SPDX-License-Identifier: MIT
// Wallets that pay: one made of a published library by its factory; and some that would rather have us pay for nothing.
pragma solidity ^0.8.24;

import {ERC4337} from "solady/src/accounts/ERC4337.sol";
import {ERC4337Factory} from "solady/src/accounts/ERC4337Factory.sol";

contract LibraryWallet is ERC4337 {
    function _domainNameAndVersion() internal pure override returns (string memory, string memory) {
        return ("LibraryWallet", "1");
    }
}

contract LibraryWalletFactory is ERC4337Factory {
    constructor(address wallet) ERC4337Factory(wallet) {}
}

abstract contract Burning {
    bytes4 internal constant YES = 0x1626ba7e;

    function burn() internal view {
        uint256 value;
        while (true) value = uint256(keccak256(abi.encode(value, block.number)));
    }
}

/// Says yes where gas costs nothing, as in a careless simulation, and burns it where somebody pays.
contract FreeRider is Burning {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (tx.gasprice > 0) burn();
        return YES;
    }
}

/// Says yes in every second block: what is simulated on one is mined in the next.
contract Moody is Burning {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (block.number % 2 == 1) burn();
        return YES;
    }
}

/// Sends whoever asks on to another address, as some clients would follow.
contract Pointing {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    string private url;

    constructor(string memory to) {
        url = to;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, "", 0x1626ba7e, "");
    }
}
