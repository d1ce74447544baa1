import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '@tern/contracts/contract';
import type { FastifyInstance } from 'fastify';
import { referencePolicy } from './content-security.ts';

const require = createRequire(import.meta.url);
const files = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

const page = (title: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`;

const startScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: false });\n`;

/** The contract as an OpenAPI 3.1 document, in JSON. */
export async function describeApi({ title, version }: ReferenceOptions): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const generated = await generator.generate(contract, {
    info: { title: `${title} API`, version },
    servers: [{ url: '/api' }],
  });
  // The generator writes for every query that it may be empty, whatever its schema says. The schema decides.
  return JSON.stringify(generated, (name, value: unknown) => (name === 'allowEmptyValue' ? undefined : value));
}

type ReferenceOptions = { readonly title: string; readonly version: string };

/** Serves the contract as OpenAPI 3.1 at `/api/openapi.json` and for reading at `/api/docs`, from own files only. */
export async function registerReference(app: FastifyInstance, { title, version }: ReferenceOptions): Promise<void> {
  const document = await describeApi({ title, version });
  app.get('/api/openapi.json', (_, reply) =>
    reply.type('application/json').header('content-security-policy', referencePolicy).send(document),
  );

  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  app.get('/api/docs', (_, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', referencePolicy)
      .send(page(escapeHtml(`${title} API`))),
  );
  app.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript').send(startScript));
  for (const [name, type] of Object.entries(files)) {
    const bytes = readFileSync(join(folder, name));
    app.get(`/api/docs/${name}`, (_, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes),
    );
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
