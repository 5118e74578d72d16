-- Opens a file with kubeadmit as its language server, and prints what Neovim shows as one JSON text:
--   nvim --headless --clean -l neovim.lua NODE START FOLDER FILE
-- Neovim 0.7 has no option -l: use  nvim --headless --clean --cmd "luafile neovim.lua"  with the arguments in KUBEADMIT_TEST.
local args = vim.json.decode(os.getenv('KUBEADMIT_TEST'))

local function fail(message)
  io.stdout:write(vim.json.encode({ failed = message }) .. '\n')
  vim.cmd('cquit 1')
end

vim.cmd('edit ' .. vim.fn.fnameescape(args.file))
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({
  name = 'kubeadmit',
  cmd = { args.node, args.start, 'lsp' },
  root_dir = args.folder,
})
vim.lsp.buf_attach_client(buffer, client)

local function diagnostics()
  return vim.diagnostic.get(buffer)
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then fail('no ' .. what) end
end

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  local answer = answers and answers[client]
  if answer == nil then fail('no answer to ' .. method) end
  return answer.result
end

wait('diagnostics', function() return #diagnostics() > 0 end)
local before = diagnostics()

-- The first preferred fix of the document.
local last = vim.api.nvim_buf_line_count(buffer)
local actions = request('textDocument/codeAction', {
  textDocument = vim.lsp.util.make_text_document_params(buffer),
  range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
  context = { diagnostics = {} },
})
local applied = nil
for _, action in ipairs(actions) do
  if action.kind == 'quickfix' and action.isPreferred and applied == nil then
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
    applied = action.title
  end
end
wait('diagnostics after the fix', function() return #diagnostics() < #before end)

-- The names after a dot at the end of an expression.
local labels = {}
for line, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
  local at = text:find('object%.spec%.')
  if at then
    local items = request('textDocument/completion', {
      textDocument = vim.lsp.util.make_text_document_params(buffer),
      position = { line = line - 1, character = at - 1 + #'object.spec.' },
    })
    for _, item in ipairs(items) do table.insert(labels, item.label) end
    break
  end
end

local messages = {}
for _, one in ipairs(before) do table.insert(messages, one.code or one.message) end
io.stdout:write(vim.json.encode({ before = messages, applied = applied, labels = labels }) .. '\n')
vim.cmd('quitall!')
