# Pays one call with the clients of x402's own Python package, as they come: client.py <requests|httpx> <url> <private key>.
# Releases before 1.0 speak the legacy dialect, later ones the current.
import asyncio
import json
import sys

from eth_account import Account


def tell(response):
    print(json.dumps({"status": response.status_code, "headers": dict(response.headers), "body": json.loads(response.text)}))


def pay_with_requests(url, account):
    try:
        from x402.clients.requests import x402_requests

        tell(x402_requests(account).get(url))
    except ModuleNotFoundError:
        from x402 import x402ClientSync
        from x402.http.clients.requests import x402_requests

        with x402_requests(registered(x402ClientSync(), account)) as session:
            tell(session.get(url))


async def pay_with_httpx(url, account):
    try:
        from x402.clients.httpx import x402HttpxClient

        async with x402HttpxClient(account=account, timeout=30) as session:
            response = await session.get(url)
            await response.aread()
            tell(response)
    except ModuleNotFoundError:
        from x402 import x402Client
        from x402.http.clients.httpx import x402HttpxClient

        async with x402HttpxClient(registered(x402Client(), account), timeout=30) as session:
            tell(await session.get(url))


def registered(client, account):
    from x402.mechanisms.evm import EthAccountSigner
    from x402.mechanisms.evm.exact.register import register_exact_evm_client

    return register_exact_evm_client(client, EthAccountSigner(account))


which, url, key = sys.argv[1:]
if which == "requests":
    pay_with_requests(url, Account.from_key(key))
else:
    asyncio.run(pay_with_httpx(url, Account.from_key(key)))
