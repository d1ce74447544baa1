// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Two tokens whose reserves keep their product, with the interface of the pairs on Tron's largest exchange: what reads
/// prices there reads them here. Takes three parts in a thousand of what comes in.
contract Pair {
    string public constant name = "Liquidity";
    string public constant symbol = "LP";
    uint8 public constant decimals = 18;
    uint256 public constant MINIMUM_LIQUIDITY = 1000;

    address public immutable token0;
    address public immutable token1;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private blockTimestampLast;
    bool private locked;

    /// Sums of price times seconds, the price as a fraction with 112 binary places. They overflow on purpose.
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    modifier lock() {
        require(!locked, "locked");
        locked = true;
        _;
        locked = false;
    }

    constructor(address first, address second) {
        require(first < second, "tokens out of order");
        token0 = first;
        token1 = second;
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, blockTimestampLast);
    }

    /// Gives liquidity for tokens sent here before.
    function mint(address to) external lock returns (uint256 liquidity) {
        (uint256 balance0, uint256 balance1) = balances();
        uint256 amount0 = balance0 - reserve0;
        uint256 amount1 = balance1 - reserve1;
        if (totalSupply == 0) {
            liquidity = squareRoot(amount0 * amount1) - MINIMUM_LIQUIDITY;
            issue(address(0), MINIMUM_LIQUIDITY);
        } else {
            uint256 share0 = (amount0 * totalSupply) / reserve0;
            uint256 share1 = (amount1 * totalSupply) / reserve1;
            liquidity = share0 < share1 ? share0 : share1;
        }
        require(liquidity > 0, "no liquidity");
        issue(to, liquidity);
        update(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// Gives tokens for liquidity sent here before.
    function burn(address to) external lock returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = balances();
        uint256 liquidity = balanceOf[address(this)];
        amount0 = (liquidity * balance0) / totalSupply;
        amount1 = (liquidity * balance1) / totalSupply;
        require(amount0 > 0 && amount1 > 0, "no liquidity");
        balanceOf[address(this)] = 0;
        totalSupply -= liquidity;
        emit Transfer(address(this), address(0), liquidity);
        pay(token0, to, amount0);
        pay(token1, to, amount1);
        (balance0, balance1) = balances();
        update(balance0, balance1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// Gives tokens for what was sent here before, as long as the product of the reserves, less the fee, does not shrink.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external lock {
        require(data.length == 0, "no flash swaps");
        require(amount0Out > 0 || amount1Out > 0, "nothing asked for");
        require(amount0Out < reserve0 && amount1Out < reserve1, "reserve exceeded");
        require(to != token0 && to != token1, "invalid receiver");
        if (amount0Out > 0) pay(token0, to, amount0Out);
        if (amount1Out > 0) pay(token1, to, amount1Out);
        (uint256 balance0, uint256 balance1) = balances();
        uint256 amount0In = received(balance0, reserve0, amount0Out);
        uint256 amount1In = received(balance1, reserve1, amount1Out);
        require(amount0In > 0 || amount1In > 0, "nothing came in");
        uint256 adjusted0 = balance0 * 1000 - amount0In * 3;
        uint256 adjusted1 = balance1 * 1000 - amount1In * 3;
        require(adjusted0 * adjusted1 >= uint256(reserve0) * reserve1 * 1000 ** 2, "product shrinks");
        update(balance0, balance1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    /// Takes the balances for reserves.
    function sync() external lock {
        (uint256 balance0, uint256 balance1) = balances();
        update(balance0, balance1);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "balance exceeded");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function balances() private view returns (uint256, uint256) {
        return (IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
    }

    function received(uint256 balance, uint256 reserve, uint256 sent) private pure returns (uint256) {
        uint256 expected = reserve - sent;
        return balance > expected ? balance - expected : 0;
    }

    function update(uint256 balance0, uint256 balance1) private {
        require(balance0 <= type(uint112).max && balance1 <= type(uint112).max, "reserves too large");
        unchecked {
            uint32 timestamp = uint32(block.timestamp);
            uint32 elapsed = timestamp - blockTimestampLast;
            if (elapsed > 0 && reserve0 != 0 && reserve1 != 0) {
                price0CumulativeLast += ((uint256(reserve1) << 112) / reserve0) * elapsed;
                price1CumulativeLast += ((uint256(reserve0) << 112) / reserve1) * elapsed;
            }
            blockTimestampLast = timestamp;
        }
        reserve0 = uint112(balance0);
        reserve1 = uint112(balance1);
        emit Sync(reserve0, reserve1);
    }

    function issue(address to, uint256 value) private {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    /// By balances, not by what the token answers: the best known one answers false.
    function pay(address token, address to, uint256 value) private {
        uint256 before = IToken(token).balanceOf(to);
        (bool called, ) = token.call(abi.encodeCall(IToken.transfer, (to, value)));
        require(called && IToken(token).balanceOf(to) > before, "not paid");
    }

    function squareRoot(uint256 value) private pure returns (uint256 root) {
        root = value;
        for (uint256 next = value / 2 + 1; next < root; next = (value / next + next) / 2) {
            root = next;
        }
    }
}
