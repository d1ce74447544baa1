import { met, notApplicable, notMet, type Judgement } from '../requirement.ts';

const picturesAsAttachments =
  'U06 U07 a picture gets a name nobody can guess and is shown to its owner alone, as nothing a browser runs';
const oddRequests = 'W14 answers %s with a refusal of its own';
const noGraph = 'There is no GraphQL.';
const noServerSockets =
  'The product serves no WebSocket. The worker opens one to a relay, as a client, and sends it a token.';

/** Chapters 4 and 5. */
export const v04ToV05: readonly Judgement[] = [
  met(
    'V4.1.1',
    'Every answer says its content type, and an answer with text also its encoding.',
    'W14 no route answers to another method, and every answer says that it is JSON',
    'W10 nothing but built files is kept, and every answer with text says its encoding',
  ),
  met(
    'V4.1.2',
    'The example proxies redirect requests for pages to https and answer programs with 403; the API itself refuses what came in the clear. The shorter example for Caddy on the page of networks redirects every request.',
    'X08 %s sends on pages that were asked for in the clear, and no program',
    'X08 what reached the proxy in the clear is refused by every route, and sent nowhere',
  ),
  met(
    'V4.1.3',
    'Forwarded headers count only from as many hops as the settings name.',
    "A17 takes the connection's own address whatever headers claim, and the right one behind a proxy of ours",
  ),
  met(
    'V4.1.4',
    'Only the methods of the contract are answered.',
    'W14 no route answers to another method, and every answer says that it is JSON',
    oddRequests,
  ),
  met(
    'V4.1.5',
    'Orders to the signer have a seal of their own, decisions of operators a signature, webhooks a signature.',
    'K05',
    'O05',
    'W21 without the secret nothing is accepted',
  ),
  met(
    'V4.2.1',
    'Node and both proxies read lengths strictly; two lengths, a length with chunks and broken chunks are refused.',
    oddRequests,
  ),
  ...notApplicable(['V4.3.1', 'V4.3.2'], noGraph),
  met(
    'V4.4.1',
    'Production takes a relay only under wss:.',
    'X08 a relay is asked in the clear only on this machine: %s',
    'C01',
  ),
  ...notApplicable(['V4.4.2', 'V4.4.3', 'V4.4.4'], noServerSockets),
  met(
    'V5.1.1',
    'Formats, sizes and what happens to a file are documented for each upload.',
    'docs/security/data-and-logs.md',
  ),
  met(
    'V5.2.1',
    'An upload may have ten megabytes; two pictures are decoded at a time, and six wait.',
    'U05 more than ten megabytes, nothing at all, and pictures of nobody are refused',
    'U05 while 200 uploads never end the next is asked to come back, everything else answers, and all goes on afterwards',
  ),
  met(
    'V5.2.2',
    'A picture is known by its first bytes, decoded and drawn anew; names of files are ignored.',
    'U01 nothing that was planted behind or inside a picture is kept',
    'U01 a file that is a picture and something else is kept as the picture alone',
  ),
  ...notApplicable(['V5.2.3'], 'Archives are refused: only JPEG, PNG, WebP and, for activities, HEIC are taken.'),
  met(
    'V5.2.4',
    'A person has one profile picture and at most five pictures for activities that are not submitted yet, and can upload twenty an hour.',
    'U09 after twenty pictures within an hour the person has to wait, and one picture is all that is kept',
    'U09 of pictures nobody handed in a person keeps five, and twenty an hour are all',
  ),
  met(
    'V5.2.6',
    'A picture that is too large is refused by the size in its header, before it is decoded.',
    'U03 pictures that would fill the memory are refused by their head',
  ),
  met(
    'V5.3.1',
    'Files are in the database or a store that serves nothing; they are sent as attachments of one type.',
    picturesAsAttachments,
  ),
  met(
    'V5.3.2',
    'Names are 128 random bits of ours.',
    'U06 no name somebody writes becomes a name of ours, or reaches a file by its own',
  ),
  met(
    'V5.4.1',
    'Each download has a fixed name of ours.',
    picturesAsAttachments,
    'W18 the export is a file of the person’s own records, filtered as the list is',
  ),
  met(
    'V5.4.2',
    'Each download has a fixed name of ours.',
    'U06 no name somebody writes becomes a name of ours, or reaches a file by its own',
  ),
  notMet(
    'V5.4.3',
    'No virus scanner runs. What is stored is never the file that was sent: only its pixels are drawn into a new file, in a process without network.',
    'None: a scanner would be another parser of hostile files. An operator who has to have one can scan the bucket.',
    'U01 nothing that was planted behind or inside a picture is kept',
  ),
];
