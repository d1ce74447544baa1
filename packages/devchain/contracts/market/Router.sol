// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IToken, Pair} from "Pair.sol";
import {Wtrx} from "Wtrx.sol";

/// Trades TRX for the other token of one pair, in one call.
contract Router {
    Pair public immutable pair;
    Wtrx public immutable wtrx;
    IToken public immutable token;

    constructor(Pair market, Wtrx wrapped, IToken other) {
        pair = market;
        wtrx = wrapped;
        token = other;
    }

    receive() external payable {
        require(msg.sender == address(wtrx), "only from unwrapping");
    }

    /// Sells the TRX sent along for at least `amountOutMin` of the token.
    function sellTrx(uint256 amountOutMin) external payable returns (uint256 amountOut) {
        (uint256 reserveTrx, uint256 reserveToken) = reserves();
        amountOut = quote(msg.value, reserveTrx, reserveToken);
        require(amountOut >= amountOutMin, "price moved");
        wtrx.deposit{value: msg.value}();
        wtrx.transfer(address(pair), msg.value);
        trade(0, amountOut, msg.sender);
    }

    /// Buys at least `amountOutMin` SUN for an approved amount of the token.
    function buyTrx(uint256 amountIn, uint256 amountOutMin) external returns (uint256 amountOut) {
        (uint256 reserveTrx, uint256 reserveToken) = reserves();
        amountOut = quote(amountIn, reserveToken, reserveTrx);
        require(amountOut >= amountOutMin, "price moved");
        token.transferFrom(msg.sender, address(pair), amountIn);
        trade(amountOut, 0, address(this));
        wtrx.withdraw(amountOut);
        (bool sent, ) = msg.sender.call{value: amountOut}("");
        require(sent, "not sent");
    }

    /// What the pair gives for `amountIn`, its fee taken.
    function quote(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        uint256 counted = amountIn * 997;
        return (counted * reserveOut) / (reserveIn * 1000 + counted);
    }

    /// Reserves of TRX in SUN and of the token in base units.
    function reserves() public view returns (uint256 reserveTrx, uint256 reserveToken) {
        (uint112 reserve0, uint112 reserve1, ) = pair.getReserves();
        return trxIsFirst() ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function trade(uint256 trxOut, uint256 tokenOut, address to) private {
        if (trxIsFirst()) pair.swap(trxOut, tokenOut, to, "");
        else pair.swap(tokenOut, trxOut, to, "");
    }

    function trxIsFirst() private view returns (bool) {
        return pair.token0() == address(wtrx);
    }
}
