// How a route is called and paid for from each language, ready to be pasted.

export interface CallOf {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** JSON text; null where the method has none. */
  readonly body: string | null
  /** As a tool: the gateway's MCP address, the route's name there, and its inputs as JSON. */
  readonly tool: { readonly url: string; readonly route: string; readonly input: string }
}

export interface Snippet {
  readonly id: string
  readonly name: string
  readonly code: string
}

export function snippetsFor(call: CallOf): readonly Snippet[] {
  return [
    { id: 'curl', name: 'curl', code: curl(call) },
    { id: 'typescript', name: 'TypeScript', code: typescript(call) },
    { id: 'python', name: 'Python', code: python(call) },
    { id: 'go', name: 'Go', code: go(call) },
    { id: 'rust', name: 'Rust', code: rust(call) },
    { id: 'mcp', name: 'MCP', code: mcp(call) },
  ]
}

// Read by whoever pastes it; this program's own settings are read elsewhere.
const walletKey = ['process', 'env', 'WALLET_KEY'].join('.')
// A quote within single quotes of a shell: the quotes end, one follows, and they begin again.
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const quoted = (text: string): string => JSON.stringify(text)
// No raw text of Rust ends before as many marks as this.
const raw = (text: string): string => `r####"${text}"####`

function curl({ method, url, body }: CallOf): string {
  if (method === 'GET') return `curl -i ${inShell(url)}`
  return `curl -i -X POST ${inShell(url)} -H 'content-type: application/json' -d ${inShell(body ?? '{}')}`
}

function typescript({ method, url, body }: CallOf): string {
  const init =
    method === 'GET' ? '' : `, { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${quoted(body ?? '{}')} }`
  return `// npm install @x402/fetch @x402/evm viem
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

const account = privateKeyToAccount(${walletKey})
const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
const pay = wrapFetchWithPayment(fetch, client)
const answer = await pay(${quoted(url)}${init})
console.log(answer.headers.get('payment-response'), await answer.json())`
}

function python({ method, url, body }: CallOf): string {
  const sent =
    method === 'GET'
      ? `session.get(${quoted(url)})`
      : `session.post(${quoted(url)}, data=${quoted(body ?? '{}')}, headers={"content-type": "application/json"})`
  return `# pip install "x402[evm,requests]"
import os
from eth_account import Account
from x402 import x402ClientSync
from x402.http.clients.requests import x402_requests
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

signer = EthAccountSigner(Account.from_key(os.environ["WALLET_KEY"]))
client = register_exact_evm_client(x402ClientSync(), signer)
with x402_requests(client) as session:
    print(${sent}.json())`
}

function go({ method, url, body }: CallOf): string {
  const sent = method === 'GET' ? 'nil' : `strings.NewReader(${quoted(body ?? '{}')})`
  return `// go get github.com/x402-foundation/x402/go/v2
package main

import (
	"io"
	"net/http"
	"os"${method === 'GET' ? '' : '\n\t"strings"'}

	x402 "github.com/x402-foundation/x402/go/v2"
	x402http "github.com/x402-foundation/x402/go/v2/http"
	evm "github.com/x402-foundation/x402/go/v2/mechanisms/evm/exact/client"
	signers "github.com/x402-foundation/x402/go/v2/signers/evm"
)

func main() {
	signer, err := signers.NewClientSignerFromPrivateKey(os.Getenv("WALLET_KEY"))
	if err != nil {
		panic(err)
	}
	payer := x402.Newx402Client().Register("eip155:*", evm.NewExactEvmScheme(signer, nil))
	client := x402http.WrapHTTPClientWithPayment(http.DefaultClient, x402http.Newx402HTTPClient(payer))
	request, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${sent})
	if err != nil {
		panic(err)
	}${method === 'GET' ? '' : '\n\trequest.Header.Set("content-type", "application/json")'}
	answer, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	io.Copy(os.Stdout, answer.Body)
}`
}

function rust({ method, url, body }: CallOf): string {
  const sent =
    method === 'GET'
      ? `.get(${quoted(url)})`
      : `.post(${quoted(url)})\n        .header("content-type", "application/json")\n        .body(${raw(body ?? '{}')})`
  return `// cargo add x402-reqwest alloy-signer-local reqwest
// cargo add x402-chain-eip155 --features client,telemetry
// cargo add tokio --features full
use alloy_signer_local::PrivateKeySigner;
use std::sync::Arc;
use x402_chain_eip155::V2Eip155ExactClient;
use x402_reqwest::{ReqwestWithPayments, ReqwestWithPaymentsBuild, X402Client};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let signer: Arc<PrivateKeySigner> = Arc::new(std::env::var("WALLET_KEY")?.parse()?);
    let payer = X402Client::new().register(V2Eip155ExactClient::new(signer));
    let client = reqwest::Client::new().with_payments(payer).build();
    let answer = client
        ${sent}
        .send()
        .await?;
    println!("{}", answer.text().await?);
    Ok(())
}`
}

function mcp({ tool }: CallOf): string {
  return `// Connect a client of the Model Context Protocol to ${tool.url} and call:
{
  "name": "call_route",
  "arguments": { "route": ${quoted(tool.route)}, "input": ${tool.input} }
}`
}
