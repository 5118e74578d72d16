;;; eglot.el --- Opens a file with kubeadmit as its language server -*- lexical-binding: t -*-

;; emacs --batch -q -l eglot.el  with the arguments as JSON in KUBEADMIT_TEST.
;; Prints what Emacs shows as one JSON text.

;;; Code:

(require 'eglot)
(require 'json)
(require 'cl-lib)

(define-derived-mode kubeadmit-yaml-mode text-mode "YAML")

(let* ((args (json-parse-string (getenv "KUBEADMIT_TEST") :object-type 'plist))
       (command (list (plist-get args :node) (plist-get args :start) "lsp")))
  (add-to-list 'eglot-server-programs (cons 'kubeadmit-yaml-mode command))
  (find-file (plist-get args :file))
  (kubeadmit-yaml-mode)
  (let ((eglot-sync-connect 20))
    (eglot '(kubeadmit-yaml-mode) (cons 'transient (plist-get args :folder))
           'eglot-lsp-server command "yaml"))
  (cl-labels
      ((wait (what condition)
         (with-timeout (20 (error "No %s" what))
           (while (not (funcall condition)) (accept-process-output nil 0.05))))
       (diagnostics () (flymake-diagnostics)))
    (wait "diagnostics" (lambda () (flymake-start) (diagnostics)))
    (let* ((before (mapcar #'flymake-diagnostic-text (diagnostics)))
           (actions (jsonrpc-request
                     (eglot-current-server) :textDocument/codeAction
                     (list :textDocument (eglot--TextDocumentIdentifier)
                           :range (list :start (eglot--pos-to-lsp-position (point-min))
                                        :end (eglot--pos-to-lsp-position (point-max)))
                           :context (list :diagnostics []))))
           (fix (cl-find-if (lambda (action)
                              (and (equal (plist-get action :kind) "quickfix")
                                   (eq (plist-get action :isPreferred) t)))
                            actions)))
      (eglot--apply-workspace-edit (plist-get fix :edit))
      (eglot--signal-textDocument/didChange)
      (wait "diagnostics after the fix"
            (lambda () (flymake-start) (< (length (diagnostics)) (length before))))
      (goto-char (point-min))
      (search-forward "object.spec.")
      (let ((items (jsonrpc-request
                    (eglot-current-server) :textDocument/completion
                    (eglot--TextDocumentPositionParams))))
        (princ (json-encode
                (list :before before
                      :applied (plist-get fix :title)
                      :labels (mapcar (lambda (item) (plist-get item :label)) items))))
        (terpri))
      (set-buffer-modified-p nil)
      (eglot-shutdown (eglot-current-server)))))

;;; eglot.el ends here
